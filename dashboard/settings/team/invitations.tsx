import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Invitations as Page } from '../../../server/tenants/accounts/account-schemas.ts'
import { get, remove, storePath, type Wire } from '../../api.ts'
import { ErrorAlert, ErrorPanel } from '../../parts/errors.tsx'
import lists from '../../parts/layout/lists.module.css'
import { useStore } from '../../store.tsx'
import { useCommonTexts, useFormats, useTexts } from '../../words/words.tsx'

type Invitation = Wire<Page>['result'][number]

/** Pending invitations. */
export function Invitations() {
  const { store_id } = useStore()
  const texts = useTexts('settings')
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: [store_id, 'invitations'],
    queryFn: () => get<Wire<Page>>(storePath(store_id, '/invitations')),
  })
  const revoke = useMutation({
    mutationFn: (id: string) => remove(storePath(store_id, `/invitations/${id}`)),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [store_id, 'history'] })
      return queryClient.invalidateQueries({ queryKey: [store_id, 'invitations'] })
    },
  })
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={48} />
  if (data.result.length === 0) return <Text c="dimmed">{texts.noPending}</Text>
  return (
    <>
      <ErrorAlert error={revoke.error} />
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.result.map(invitation => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            busy={revoke.isPending && revoke.variables === invitation.id}
            revoke={() => revoke.mutate(invitation.id)}
          />
        ))}
      </Stack>
    </>
  )
}

type RowProps = { invitation: Invitation; busy: boolean; revoke: () => void }

function InvitationRow({ invitation: { email, role, expires_at }, busy, revoke }: RowProps) {
  const { isOwner } = useStore()
  const { roles } = useCommonTexts()
  const texts = useTexts('settings')
  const { date, labelled } = useFormats()
  return (
    <Group component="li" justify="space-between" py="sm" className={lists.lined}>
      <div style={{ minWidth: 0 }}>
        <Text truncate>{email}</Text>
        <Text size="sm" c="dimmed">
          {roles[role]}, {texts.validUntil({ date: date(expires_at) })}
        </Text>
      </div>
      {isOwner && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          aria-label={labelled(texts.revoke, email)}
          loading={busy}
          onClick={revoke}
        >
          {texts.revoke}
        </Button>
      )}
    </Group>
  )
}
