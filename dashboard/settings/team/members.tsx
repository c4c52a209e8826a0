import { Badge, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { get, patch, remove, storePath } from '../../api.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { ErrorPanel } from '../../parts/errors.tsx'
import lists from '../../parts/layout/lists.module.css'
import { type Role, useMe } from '../../session.tsx'
import { useStore } from '../../store.tsx'
import { useCommonTexts, useFormats, useTexts } from '../../words/words.tsx'

type Member = { user_id: string; name: string; email: string; role: Role }

/** The store's members. Owners can change roles and remove members. */
export function Members() {
  const { store_id } = useStore()
  const texts = useTexts('settings')
  const [memberToRemove, setMemberToRemove] = useState<Member>()
  const { changeRole, removeMember } = useMemberActions(() => setMemberToRemove(undefined))
  const { data, error, refetch } = useQuery({
    queryKey: [store_id, 'members'],
    queryFn: () => get<{ result: Member[] }>(storePath(store_id, '/members')),
  })
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={160} />
  const actionError = changeRole.error ?? removeMember.error
  return (
    <>
      {actionError && <ErrorPanel error={actionError} />}
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.result.map(member => (
          <MemberRow
            key={member.user_id}
            member={member}
            changeRole={role => changeRole.mutate({ id: member.user_id, role })}
            removeMember={() => setMemberToRemove(member)}
          />
        ))}
      </Stack>
      <ConfirmDialog
        title={memberToRemove && texts.removeTitle({ name: memberToRemove.name })}
        message={texts.removeLead}
        confirmLabel={texts.removeMember}
        busy={removeMember.isPending}
        close={() => setMemberToRemove(undefined)}
        confirm={() => memberToRemove && removeMember.mutate(memberToRemove.user_id)}
      />
    </>
  )
}

function useMemberActions(onDone: () => void) {
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  const onSettled = () => {
    onDone()
    void queryClient.invalidateQueries({ queryKey: [store_id, 'members'] })
    void queryClient.invalidateQueries({ queryKey: [store_id, 'history'] })
    void queryClient.invalidateQueries({ queryKey: ['session'] }) // the user's own role may have changed
  }
  const changeRole = useMutation({
    mutationFn: ({ id, role }: { id: string; role: string }) =>
      patch(storePath(store_id, `/members/${id}`), { role }),
    onSettled,
  })
  const removeMember = useMutation({
    mutationFn: (id: string) => remove(storePath(store_id, `/members/${id}`)),
    onSettled,
  })
  return { changeRole, removeMember }
}

type RowProps = { member: Member; changeRole: (role: string) => void; removeMember: () => void }

function MemberRow({ member, changeRole, removeMember }: RowProps) {
  const { isOwner } = useStore()
  const { person } = useMe()
  const { roles } = useCommonTexts()
  const texts = useTexts('settings')
  return (
    <Group component="li" justify="space-between" py="sm" className={lists.lined}>
      <div style={{ minWidth: 0 }}>
        <Text fw={500} truncate>
          {member.name} {member.user_id === person.id && `(${texts.you})`}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {member.email}
        </Text>
      </div>
      {isOwner ? (
        <MemberActions member={member} changeRole={changeRole} removeMember={removeMember} />
      ) : (
        <Badge color="gray">{roles[member.role]}</Badge>
      )}
    </Group>
  )
}

function MemberActions({ member, changeRole, removeMember }: RowProps) {
  const { roles } = useCommonTexts()
  const { labelled } = useFormats()
  const texts = useTexts('settings')
  return (
    <Group gap="xs">
      <Select
        aria-label={labelled(texts.role, member.name)}
        data={(['owner', 'moderator', 'viewer'] as const).map(role => ({ value: role, label: roles[role] }))}
        value={member.role}
        allowDeselect={false}
        w={150}
        onChange={role => role && changeRole(role)}
      />
      <Button
        variant="subtle"
        color="red"
        size="xs"
        aria-label={labelled(texts.removeMember, member.name)}
        onClick={removeMember}
      >
        {texts.removeMember}
      </Button>
    </Group>
  )
}
