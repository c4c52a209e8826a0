import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../api.ts'
import { ErrorAlert } from '../parts/errors.tsx'
import { useCommonTexts } from '../words/words.tsx'
import { AuthCard } from './auth-card.tsx'
import { ForgotPassword } from './forgot-password.tsx'

/** Signs in with email and password, then with a code if the user has a second factor. */
export function SignIn() {
  const [needsCode, setNeedsCode] = useState(false)
  const [isRequestingLink, setRequestingLink] = useState(false)
  const queryClient = useQueryClient()
  const reloadSession = () => queryClient.invalidateQueries({ queryKey: ['session'] })
  if (isRequestingLink) {
    return (
      <AuthCard>
        <ForgotPassword back={() => setRequestingLink(false)} />
      </AuthCard>
    )
  }
  return (
    <AuthCard>
      {needsCode ? (
        <CodeForm onDone={reloadSession} />
      ) : (
        <PasswordForm
          onDone={code => (code ? setNeedsCode(true) : reloadSession())}
          onForgot={() => setRequestingLink(true)}
        />
      )}
    </AuthCard>
  )
}

function PasswordForm({ onDone, onForgot }: { onDone: (needsCode: boolean) => void; onForgot: () => void }) {
  const { signIn } = useCommonTexts()
  const { error, busy, run } = useFormSubmission()
  const form = useForm({ initialValues: { email: '', password: '' } })
  const submit = form.onSubmit(values =>
    run(async () => onDone((await post<{ second_factor: boolean }>('/session', values)).second_factor)),
  )
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={1} size="h3">
          {signIn.title}
        </Title>
        {!isSecureContext && <HttpsWarning />}
        <ErrorAlert error={error} />
        <TextInput
          label={signIn.email}
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={signIn.password}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={busy} size="md" disabled={!isSecureContext}>
          {signIn.submit}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onForgot}>
          {signIn.forgot}
        </Anchor>
      </Stack>
    </form>
  )
}

function HttpsWarning() {
  const { signIn } = useCommonTexts()
  return (
    <Alert color="yellow" variant="light" role="alert">
      {signIn.needsHttps}
    </Alert>
  )
}

function CodeForm({ onDone }: { onDone: () => void }) {
  const { signIn } = useCommonTexts()
  const { error, busy, run } = useFormSubmission()
  const [usesRecovery, setUsesRecovery] = useState(false)
  const form = useForm({ initialValues: { code: '' } })
  const submit = form.onSubmit(({ code }) =>
    run(async () => {
      const credentials = usesRecovery ? { recovery_code: code.trim() } : { code: code.replace(/\s/g, '') }
      await post('/session/second-factor', credentials)
      onDone()
    }),
  )
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={1} size="h3">
          {signIn.codeTitle}
        </Title>
        {!usesRecovery && <Text size="sm">{signIn.codeHint}</Text>}
        <ErrorAlert error={error} />
        <TextInput
          label={usesRecovery ? signIn.recovery : signIn.code}
          inputMode={usesRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={busy} size="md">
          {signIn.continue}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={() => setUsesRecovery(!usesRecovery)}>
          {usesRecovery ? signIn.code : signIn.useRecovery}
        </Anchor>
      </Stack>
    </form>
  )
}

function useFormSubmission() {
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const run = async (send: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await send()
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return { error, busy, run }
}
