import { Badge, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitations } from '../../server/accounts/account-schemas.ts'
import { get, ofStore, patch, remove, type Wire } from '../api.ts'
import { Ask } from '../parts/ask.tsx'
import { Failure, Refusal } from '../parts/failure.tsx'
import { Section } from '../parts/section.tsx'
import { type Role, useMe } from '../session.tsx'
import { useStore } from '../store.tsx'
import { useFormats, useTexts, useWords } from '../words/words.tsx'
import { Invite } from './invite.tsx'

type Member = { user_id: string; name: string; email: string; role: Role }

/** Who works with the store, and who is invited to. */
export function Team() {
  const { mayOwn } = useStore()
  const texts = useTexts('settings')
  const [invites, setInvites] = useState(false)
  return (
    <Stack gap="xl" maw={720}>
      <Section
        title={texts.members}
        action={mayOwn && <Button onClick={() => setInvites(true)}>{texts.invite}</Button>}
      >
        <Members />
      </Section>
      <Section title={texts.pending}>
        <Pending />
      </Section>
      <Invite opened={invites} close={() => setInvites(false)} />
    </Stack>
  )
}

const row = { borderTop: '1px solid var(--mantine-color-default-border)' }

function Members() {
  const { store_id, mayOwn } = useStore()
  const { person } = useMe()
  const words = useWords()
  const texts = useTexts('settings')
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState<Member>()
  const { data, error, refetch } = useQuery({
    queryKey: [store_id, 'members'],
    queryFn: () => get<{ result: Member[] }>(ofStore(store_id, '/members')),
  })
  const done = () => {
    setLeaving(undefined)
    void queries.invalidateQueries({ queryKey: [store_id, 'members'] })
    void queries.invalidateQueries({ queryKey: [store_id, 'history'] })
    void queries.invalidateQueries({ queryKey: ['session'] }) // one's own role may be another now
  }
  const give = useMutation({
    mutationFn: ({ id, role }: { id: string; role: string }) =>
      patch(ofStore(store_id, `/members/${id}`), { role }),
    onSettled: done,
  })
  const dismiss = useMutation({
    mutationFn: (id: string) => remove(ofStore(store_id, `/members/${id}`)),
    onSettled: done,
  })
  if (error) return <Failure error={error} retry={refetch} />
  if (!data) return <Skeleton h={160} />
  const failure = give.error ?? dismiss.error
  return (
    <>
      {failure && <Failure error={failure} />}
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.result.map(member => (
          <Group key={member.user_id} component="li" justify="space-between" py="sm" style={row}>
            <div style={{ minWidth: 0 }}>
              <Text fw={500} truncate>
                {member.name} {member.user_id === person.id && `(${texts.you})`}
              </Text>
              <Text size="sm" c="dimmed" truncate>
                {member.email}
              </Text>
            </div>
            {mayOwn ? (
              <Group gap="xs">
                <Select
                  aria-label={`${texts.role}: ${member.name}`}
                  data={(['owner', 'moderator', 'viewer'] as const).map(role => ({
                    value: role,
                    label: words.roles[role],
                  }))}
                  value={member.role}
                  allowDeselect={false}
                  w={150}
                  onChange={role => role && give.mutate({ id: member.user_id, role })}
                />
                <Button
                  variant="subtle"
                  color="red"
                  size="xs"
                  aria-label={`${texts.removeMember}: ${member.name}`}
                  onClick={() => setLeaving(member)}
                >
                  {texts.removeMember}
                </Button>
              </Group>
            ) : (
              <Badge variant="light" color="gray">
                {words.roles[member.role]}
              </Badge>
            )}
          </Group>
        ))}
      </Stack>
      <Ask
        title={leaving && texts.removeTitle({ name: leaving.name })}
        lead={texts.removeLead}
        act={texts.removeMember}
        busy={dismiss.isPending}
        close={() => setLeaving(undefined)}
        go={() => leaving && dismiss.mutate(leaving.user_id)}
      />
    </>
  )
}

function Pending() {
  const { store_id, mayOwn } = useStore()
  const words = useWords()
  const texts = useTexts('settings')
  const { date } = useFormats()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: [store_id, 'invitations'],
    queryFn: () => get<Wire<Invitations>>(ofStore(store_id, '/invitations')),
  })
  const revoke = useMutation({
    mutationFn: (id: string) => remove(ofStore(store_id, `/invitations/${id}`)),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [store_id, 'history'] })
      return queries.invalidateQueries({ queryKey: [store_id, 'invitations'] })
    },
  })
  if (error) return <Failure error={error} retry={refetch} />
  if (!data) return <Skeleton h={48} />
  if (data.result.length === 0) return <Text c="dimmed">{texts.noPending}</Text>
  return (
    <>
      <Refusal error={revoke.error} />
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.result.map(({ id, email, role, expires_at }) => (
          <Group key={id} component="li" justify="space-between" py="sm" style={row}>
            <div style={{ minWidth: 0 }}>
              <Text truncate>{email}</Text>
              <Text size="sm" c="dimmed">
                {words.roles[role]}, {texts.validUntil({ date: date(expires_at) })}
              </Text>
            </div>
            {mayOwn && (
              <Button
                variant="subtle"
                color="red"
                size="xs"
                aria-label={`${texts.revoke}: ${email}`}
                loading={revoke.isPending && revoke.variables === id}
                onClick={() => revoke.mutate(id)}
              >
                {texts.revoke}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </>
  )
}
