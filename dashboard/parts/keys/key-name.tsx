import { TextInput } from '@mantine/core'
import { useTexts } from '../../words/words.tsx'

type Props = { hint: string; value: string; onChange: (name: string) => void }

/** The field for what a key is called. */
export function KeyName({ hint, value, onChange }: Props) {
  const texts = useTexts('keys')
  return (
    <TextInput
      label={texts.name}
      description={hint}
      maxLength={100}
      required
      data-autofocus
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
