import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { post } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { useLanguage, useTexts } from '../words/words.tsx'
import { setupQuery } from './query.ts'

/** Requests a password reset link. The result does not reveal whether the address has an account. */
export function ForgotPassword({ back }: { back: () => void }) {
  const { language } = useLanguage()
  const texts = useTexts('account')
  const [email, setEmail] = useState('')
  const { data: setup } = useQuery(setupQuery)
  const isKept = setup?.sends_mail === false
  const requestLink = useMutation({
    mutationFn: () => post('/password-links', { email: email.trim(), language }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    requestLink.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={1} size="h3">
          {texts.forgotTitle}
        </Title>
        <Text size="sm">{texts.forgotLead}</Text>
        {requestLink.error && <ErrorPanel error={requestLink.error} />}
        {requestLink.isSuccess ? (
          <Alert color={isKept ? 'yellow' : 'green'} variant="light" role="status">
            <span style={{ overflowWrap: 'anywhere' }}>
              {isKept ? texts.sentKept({ email: email.trim() }) : texts.sent}
            </span>
          </Alert>
        ) : (
          <EmailFields email={email} setEmail={setEmail} busy={requestLink.isPending} />
        )}
        <Anchor component="button" type="button" size="sm" onClick={back}>
          {texts.back}
        </Anchor>
      </Stack>
    </form>
  )
}

type EmailFieldsProps = { email: string; setEmail: (email: string) => void; busy: boolean }

function EmailFields({ email, setEmail, busy }: EmailFieldsProps) {
  const texts = useTexts('account')
  return (
    <>
      <TextInput
        label={texts.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={busy}>
        {texts.send}
      </Button>
    </>
  )
}
