import { Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { post, storePath } from '../../api.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { ErrorPanel } from '../../parts/errors.tsx'
import { usePendingTasks } from '../../parts/pending-tasks.ts'
import type { Role } from '../../session.tsx'
import { useStore } from '../../store.tsx'
import { useCommonTexts, useTexts } from '../../words/words.tsx'

/** Invites a member by email. */
export function InviteDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const texts = useTexts('settings')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('moderator')
  const invite = useInvite(() => {
    setEmail('')
    close()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ email: email.trim(), role })
  }
  return (
    <Dialog opened={opened} close={close} title={texts.inviteTitle}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {texts.inviteLead}
          </Text>
          {invite.error && <ErrorPanel error={invite.error} />}
          <TextInput
            type="email"
            label={texts.email}
            required
            data-autofocus
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
          />
          <RoleChoice role={role} setRole={setRole} />
          <Button type="submit" loading={invite.isPending}>
            {texts.invite}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

function useInvite(onInvited: () => void) {
  const { store_id } = useStore()
  const texts = useTexts('settings')
  const { data: tasks } = usePendingTasks()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (invitation: { email: string; role: Role }) =>
      post(storePath(store_id, '/invitations'), invitation),
    onSuccess: (_, { email }) => {
      notifications.show(
        tasks?.mail_off
          ? { message: texts.invitedKept({ email }), color: 'yellow', autoClose: false }
          : { message: texts.invited({ email }) },
      )
      void queryClient.invalidateQueries({ queryKey: [store_id, 'invitations'] })
      void queryClient.invalidateQueries({ queryKey: [store_id, 'history'] })
      onInvited()
    },
  })
}

function RoleChoice({ role, setRole }: { role: Role; setRole: (role: Role) => void }) {
  const { roles } = useCommonTexts()
  const texts = useTexts('settings')
  return (
    <Radio.Group label={texts.role} value={role} onChange={value => setRole(value as Role)}>
      <Stack gap="xs" mt="xs">
        {(['viewer', 'moderator', 'owner'] as const).map(value => (
          <Radio key={value} value={value} label={roles[value]} description={texts.roleLeads[value]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
