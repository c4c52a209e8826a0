import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { OpenInvitation } from '../../server/accounts/account-schemas.ts'
import type { Me } from '../../server/accounts/sign-in/session-schemas.ts'
import { post } from '../api.ts'
import { ErrorPanel } from '../parts/failure.tsx'
import { NewPassword } from '../parts/new-password.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { Gate } from './gate.tsx'
import SignIn from './sign-in.tsx'

/** What the link of a mail opens: a new password, or a place in a store's team. */
export default function LinkPage({ me }: { me: Me | null }) {
  // Kept, for the address is cleaned once the link is used.
  const [hash] = useState(location.hash)
  const token = hash.slice(hash.indexOf('=') + 1)
  if (hash.startsWith('#invitation=')) return <Invitation token={token} me={me} />
  return (
    <Gate>
      <Reset token={token} />
    </Gate>
  )
}

function Reset({ token }: { token: string }) {
  const texts = useTexts('account')
  const [password, setPassword] = useState('')
  const set = useMutation({ mutationFn: () => post('/password', { token, password }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate()
  }
  if (set.isSuccess) {
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
        {set.error && <ErrorPanel error={set.error} />}
        <NewPassword value={password} onChange={event => setPassword(event.currentTarget.value)} />
        <Button type="submit" size="md" loading={set.isPending}>
          {texts.resetTitle}
        </Button>
        <Anchor href="/admin" size="sm">
          {texts.back}
        </Anchor>
      </Stack>
    </form>
  )
}

function Invitation({ token, me }: { token: string; me: Me | null }) {
  const texts = useTexts('account')
  const { roles } = useCommonTexts()
  const [signsIn, setSignsIn] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => post<OpenInvitation>('/invitations/look', { token }),
    retry: false,
  })
  if (signsIn && !me) return <SignIn />
  return (
    <Gate>
      {error && (
        <Stack>
          <Title order={1} size="h3">
            {texts.invitation}
          </Title>
          <ErrorPanel error={error} />
          <Anchor href="/admin" size="sm">
            {texts.toSignIn}
          </Anchor>
        </Stack>
      )}
      {data && (
        <Stack>
          <Title order={1} size="h3">
            {texts.invitationTitle({ store: data.store })}
          </Title>
          <Text size="sm">{texts.invitationLead({ email: data.email, role: roles[data.role] })}</Text>
          {me && <Accept token={token} other={me.person.email !== data.email ? data.email : undefined} />}
          {!me && data.has_account && (
            <>
              <Text size="sm">{texts.hasAccount}</Text>
              <Button onClick={() => setSignsIn(true)}>{texts.toSignIn}</Button>
            </>
          )}
          {!me && !data.has_account && <Join token={token} />}
        </Stack>
      )}
    </Gate>
  )
}

const enter = ({ store_id }: { store_id: string }) => location.assign(`/admin/${store_id}`)

function Accept({ token, other }: { token: string; other: string | undefined }) {
  const texts = useTexts('account')
  const accept = useMutation({
    mutationFn: () => post<{ store_id: string }>('/invitations/acceptance', { token }),
    onSuccess: enter,
  })
  return (
    <>
      {accept.error && <ErrorPanel error={accept.error} />}
      {other && <Alert color="yellow">{texts.wrongAccount({ email: other })}</Alert>}
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        {other ? texts.joinAnyway : texts.join}
      </Button>
    </>
  )
}

function Join({ token }: { token: string }) {
  const texts = useTexts('account')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const join = useMutation({
    mutationFn: () => post<{ store_id: string }>('/invitations/join', { token, name, password }),
    onSuccess: enter,
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
