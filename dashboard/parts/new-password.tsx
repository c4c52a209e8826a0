import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTexts } from '../words/words.tsx'

/** The input for choosing a new password. */
export function NewPassword(props: PasswordInputProps) {
  const texts = useTexts('account')
  return (
    <PasswordInput
      label={texts.fresh}
      description={texts.freshHint}
      autoComplete="new-password"
      required
      minLength={12}
      {...props}
    />
  )
}
