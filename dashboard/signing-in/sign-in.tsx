import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFailure, post } from '../api.ts'
import { useCommonTexts } from '../words/words.tsx'
import { Forgot } from './forgot.tsx'
import { Gate } from './gate.tsx'

/** Signs in: e-mail and password, then a code where the person has a second factor. */
export default function SignIn() {
  const [asksCode, setAsksCode] = useState(false)
  const [forgot, setForgot] = useState(false)
  const queries = useQueryClient()
  const enter = () => queries.invalidateQueries({ queryKey: ['session'] })
  if (forgot) {
    return (
      <Gate>
        <Forgot back={() => setForgot(false)} />
      </Gate>
    )
  }
  return (
    <Gate>
      {asksCode ? (
        <CodeForm onDone={enter} />
      ) : (
        <PasswordForm onDone={code => (code ? setAsksCode(true) : enter())} forgot={() => setForgot(true)} />
      )}
    </Gate>
  )
}

function PasswordForm({ onDone, forgot }: { onDone: (asksCode: boolean) => void; forgot: () => void }) {
  const { signIn } = useCommonTexts()
  const { failure, busy, run } = useAttempt()
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
        {!isSecureContext && (
          <Alert color="yellow" variant="light" role="alert">
            {signIn.needsHttps}
          </Alert>
        )}
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
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
        <Anchor component="button" type="button" size="sm" onClick={forgot}>
          {signIn.forgot}
        </Anchor>
      </Stack>
    </form>
  )
}

function CodeForm({ onDone }: { onDone: () => void }) {
  const { signIn } = useCommonTexts()
  const { failure, busy, run } = useAttempt()
  const [recovers, setRecovers] = useState(false)
  const form = useForm({ initialValues: { code: '' } })
  const submit = form.onSubmit(({ code }) =>
    run(async () => {
      const given = recovers ? { recovery_code: code.trim() } : { code: code.replace(/\s/g, '') }
      await post('/session/second-factor', given)
      onDone()
    }),
  )
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={1} size="h3">
          {signIn.codeTitle}
        </Title>
        {!recovers && <Text size="sm">{signIn.codeHint}</Text>}
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <TextInput
          label={recovers ? signIn.recovery : signIn.code}
          inputMode={recovers ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={busy} size="md">
          {signIn.continue}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={() => setRecovers(!recovers)}>
          {recovers ? signIn.code : signIn.useRecovery}
        </Anchor>
      </Stack>
    </form>
  )
}

function useAttempt() {
  const { common } = useCommonTexts()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await act()
    } catch (error) {
      setFailure(error instanceof ApiFailure ? error.message : common.offline)
    } finally {
      setBusy(false)
    }
  }
  return { failure, busy, run }
}
