import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMe } from '../../session.tsx'
import { useTexts } from '../../words/words.tsx'
import { ErrorPanel } from '../errors.tsx'

/** What the server asks for before it changes an account. */
export type Confirmation = { password: string; code?: string; recovery_code?: string }

/** Fields that prove who is at the keyboard: the password, and a code if the user has a second factor. */
export function useConfirmation(label: string) {
  const { person } = useMe()
  const texts = useTexts('account')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const fields = (
    <>
      <PasswordInput
        label={label}
        autoComplete="current-password"
        required
        data-autofocus
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
      />
      {person.second_factor && (
        <TextInput
          label={texts.confirmCode}
          autoComplete="one-time-code"
          required
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
      )}
    </>
  )
  const clear = () => {
    setPassword('')
    setCode('')
  }
  return { fields, confirmation: { password, ...(person.second_factor && codeOf(code)) }, clear }
}

type ConfirmFormProps = {
  lead?: string
  label: string
  isDangerous?: boolean
  onConfirmed: (confirmation: Confirmation) => Promise<void>
}

/** A form with nothing but the proof. */
export function ConfirmForm({ lead, label, isDangerous = false, onConfirmed }: ConfirmFormProps) {
  const texts = useTexts('account')
  const { fields, confirmation } = useConfirmation(texts.confirmPassword)
  const confirm = useMutation({ mutationFn: () => onConfirmed(confirmation) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {lead && <Text size="sm">{lead}</Text>}
        {confirm.error && <ErrorPanel error={confirm.error} />}
        {fields}
        <Button type="submit" loading={confirm.isPending} {...(isDangerous && { color: 'red' })}>
          {label}
        </Button>
      </Stack>
    </form>
  )
}

// Codes of an app have six digits, recovery codes letters too.
function codeOf(text: string): Omit<Confirmation, 'password'> {
  const digits = text.replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? { code: digits } : { recovery_code: text.trim() }
}
