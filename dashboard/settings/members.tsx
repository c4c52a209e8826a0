import { Badge, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { get, patch, remove, storePath } from '../api.ts'
import { ConfirmDialog } from '../parts/ask.tsx'
import { ErrorPanel } from '../parts/failure.tsx'
import { type Role, useMe } from '../session.tsx'
import { useStore } from '../store.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { rowLine } from './row-line.ts'

type Member = { user_id: string; name: string; email: string; role: Role }

/** The people of the store, each with a role; an owner gives another one, or removes the person. */
export function Members() {
  const { store_id } = useStore()
  const texts = useTexts('settings')
  const [leaving, setLeaving] = useState<Member>()
  const { give, dismiss } = useMemberActs(() => setLeaving(undefined))
  const { data, error, refetch } = useQuery({
    queryKey: [store_id, 'members'],
    queryFn: () => get<{ result: Member[] }>(storePath(store_id, '/members')),
  })
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={160} />
  const failure = give.error ?? dismiss.error
  return (
    <>
      {failure && <ErrorPanel error={failure} />}
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.result.map(member => (
          <Row
            key={member.user_id}
            member={member}
            give={role => give.mutate({ id: member.user_id, role })}
            dismiss={() => setLeaving(member)}
          />
        ))}
      </Stack>
      <ConfirmDialog
        title={leaving && texts.removeTitle({ name: leaving.name })}
        message={texts.removeLead}
        confirmLabel={texts.removeMember}
        busy={dismiss.isPending}
        close={() => setLeaving(undefined)}
        confirm={() => leaving && dismiss.mutate(leaving.user_id)}
      />
    </>
  )
}

function useMemberActs(done: () => void) {
  const { store_id } = useStore()
  const queries = useQueryClient()
  const onSettled = () => {
    done()
    void queries.invalidateQueries({ queryKey: [store_id, 'members'] })
    void queries.invalidateQueries({ queryKey: [store_id, 'history'] })
    void queries.invalidateQueries({ queryKey: ['session'] }) // one's own role may be another now
  }
  const give = useMutation({
    mutationFn: ({ id, role }: { id: string; role: string }) =>
      patch(storePath(store_id, `/members/${id}`), { role }),
    onSettled,
  })
  const dismiss = useMutation({
    mutationFn: (id: string) => remove(storePath(store_id, `/members/${id}`)),
    onSettled,
  })
  return { give, dismiss }
}

type RowProps = { member: Member; give: (role: string) => void; dismiss: () => void }

function Row({ member, give, dismiss }: RowProps) {
  const { isOwner } = useStore()
  const { person } = useMe()
  const { roles } = useCommonTexts()
  const texts = useTexts('settings')
  return (
    <Group component="li" justify="space-between" py="sm" style={rowLine}>
      <div style={{ minWidth: 0 }}>
        <Text fw={500} truncate>
          {member.name} {member.user_id === person.id && `(${texts.you})`}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {member.email}
        </Text>
      </div>
      {isOwner ? (
        <Acts member={member} give={give} dismiss={dismiss} />
      ) : (
        <Badge variant="light" color="gray">
          {roles[member.role]}
        </Badge>
      )}
    </Group>
  )
}

function Acts({ member, give, dismiss }: RowProps) {
  const { roles } = useCommonTexts()
  const texts = useTexts('settings')
  return (
    <Group gap="xs">
      <Select
        aria-label={`${texts.role}: ${member.name}`}
        data={(['owner', 'moderator', 'viewer'] as const).map(role => ({ value: role, label: roles[role] }))}
        value={member.role}
        allowDeselect={false}
        w={150}
        onChange={role => role && give(role)}
      />
      <Button
        variant="subtle"
        color="red"
        size="xs"
        aria-label={`${texts.removeMember}: ${member.name}`}
        onClick={dismiss}
      >
        {texts.removeMember}
      </Button>
    </Group>
  )
}
