import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { OpenInvitation } from '../../server/tenants/accounts/account-schemas.ts'
import type { Me } from '../../server/tenants/accounts/sign-in/session-schemas.ts'
import { post } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { NewPassword } from '../parts/new-password.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { AuthCard } from './auth-card.tsx'
import { SignIn } from './sign-in.tsx'

/** The page that a link in an email opens: a password reset or an invitation. */
export default function EmailLinkPage({ me }: { me: Me | null }) {
  // Keep the hash: the address loses it once the link is used.
  const [hash] = useState(location.hash)
  const token = hash.slice(hash.indexOf('=') + 1)
  if (hash.startsWith('#invitation=')) return <InvitationPage token={token} me={me} />
  return (
    <AuthCard>
      <ResetPasswordForm token={token} />
    </AuthCard>
  )
}

function ResetPasswordForm({ token }: { token: string }) {
  const texts = useTexts('account')
  const [password, setPassword] = useState('')
  const reset = useMutation({ mutationFn: () => post('/password', { token, password }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reset.mutate()
  }
  if (reset.isSuccess) {
    return (
      <Stack>
        <Alert color="green" variant="light" role="status">
          {texts.resetDone}
        </Alert>
        <Button onClick={() => location.assign('/admin')}>{texts.toSignIn}</Button>
      </Stack>
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={1} size="h3">
          {texts.resetTitle}
        </Title>
        {reset.error && <ErrorPanel error={reset.error} />}
        <NewPassword value={password} onChange={event => setPassword(event.currentTarget.value)} />
        <Button type="submit" size="md" loading={reset.isPending}>
          {texts.resetTitle}
        </Button>
        <Anchor href="/admin" size="sm">
          {texts.back}
        </Anchor>
      </Stack>
    </form>
  )
}

function InvitationPage({ token, me }: { token: string; me: Me | null }) {
  const [isSigningIn, setSigningIn] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => post<OpenInvitation>('/invitations/look', { token }),
    retry: false,
  })
  if (isSigningIn && !me) return <SignIn />
  return (
    <AuthCard>
      {error && <InvitationError error={error} />}
      {data && <Invitation invitation={data} token={token} me={me} signIn={() => setSigningIn(true)} />}
    </AuthCard>
  )
}

function InvitationError({ error }: { error: Error }) {
  const texts = useTexts('account')
  return (
    <Stack>
      <Title order={1} size="h3">
        {texts.invitation}
      </Title>
      <ErrorPanel error={error} />
      <Anchor href="/admin" size="sm">
        {texts.toSignIn}
      </Anchor>
    </Stack>
  )
}

type InvitationProps = { invitation: OpenInvitation; token: string; me: Me | null; signIn: () => void }

/** An invitation, with the way to accept it: signed in, with an account, or with a new one. */
function Invitation({ invitation: { store, email, role, has_account }, token, me, signIn }: InvitationProps) {
  const texts = useTexts('account')
  const { roles } = useCommonTexts()
  return (
    <Stack>
      <Title order={1} size="h3">
        {texts.invitationTitle({ store })}
      </Title>
      <Text size="sm">{texts.invitationLead({ email, role: roles[role] })}</Text>
      {me && <AcceptButton token={token} invitedEmail={me.person.email !== email ? email : undefined} />}
      {!me && has_account && (
        <>
          <Text size="sm">{texts.hasAccount}</Text>
          <Button onClick={signIn}>{texts.toSignIn}</Button>
        </>
      )}
      {!me && !has_account && <JoinForm token={token} />}
    </Stack>
  )
}

const openStore = ({ store_id }: { store_id: string }) => location.assign(`/admin/${store_id}`)

function AcceptButton({ token, invitedEmail }: { token: string; invitedEmail: string | undefined }) {
  const texts = useTexts('account')
  const accept = useMutation({
    mutationFn: () => post<{ store_id: string }>('/invitations/acceptance', { token }),
    onSuccess: openStore,
  })
  return (
    <>
      {accept.error && <ErrorPanel error={accept.error} />}
      {invitedEmail && <Alert color="yellow">{texts.wrongAccount({ email: invitedEmail })}</Alert>}
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        {invitedEmail ? texts.joinAnyway : texts.join}
      </Button>
    </>
  )
}

function JoinForm({ token }: { token: string }) {
  const texts = useTexts('account')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const join = useMutation({
    mutationFn: () => post<{ store_id: string }>('/invitations/join', { token, name, password }),
    onSuccess: openStore,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    join.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {join.error && <ErrorPanel error={join.error} />}
        <TextInput
          label={texts.yourName}
          autoComplete="name"
          required
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <NewPassword value={password} onChange={event => setPassword(event.currentTarget.value)} />
        <Button type="submit" size="md" loading={join.isPending}>
          {texts.join}
        </Button>
      </Stack>
    </form>
  )
}
