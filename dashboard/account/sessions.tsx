import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { get, remove } from '../api.ts'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { clearDrafts } from '../parts/drafts/draft-storage.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import lists from '../parts/layout/lists.module.css'
import { Section } from '../parts/layout/section.tsx'
import { useMe } from '../session.tsx'
import { useFormats, useTexts } from '../words/words.tsx'

type OpenSession = {
  id: string
  used_at: string
  user_agent: string | null
  address: string | null
  current: boolean
}

/** The user's sessions, with buttons to end one or all. */
export function Sessions() {
  const texts = useTexts('account')
  const { sessions, end, endAll } = useSessions()
  const [isConfirming, setConfirming] = useState(false)
  const { data, error, refetch } = sessions
  return (
    <Section
      title={texts.sessionsTitle}
      action={
        <Button variant="default" onClick={() => setConfirming(true)}>
          {texts.endAll}
        </Button>
      }
    >
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={120} />}
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.result.map(session => (
          <SessionRow key={session.id} session={session} end={() => end.mutate(session.id)} />
        ))}
      </Stack>
      <ConfirmDialog
        title={isConfirming ? texts.endAll : undefined}
        message={texts.endAllLead}
        confirmLabel={texts.endAll}
        busy={endAll.isPending}
        close={() => setConfirming(false)}
        confirm={() => endAll.mutate()}
      />
    </Section>
  )
}

function useSessions() {
  const { person } = useMe()
  const queryClient = useQueryClient()
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => get<{ result: OpenSession[] }>('/sessions'),
  })
  const end = useMutation({
    mutationFn: (id: string) => remove(`/sessions/${id}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  })
  const endAll = useMutation({
    mutationFn: () => remove('/sessions'),
    onSuccess: () => {
      clearDrafts(person.id)
      location.assign('/admin')
    },
  })
  return { sessions, end, endAll }
}

function SessionRow({ session, end }: { session: OpenSession; end: () => void }) {
  const texts = useTexts('account')
  const { instant } = useFormats()
  const { user_agent, address, used_at, current } = session
  return (
    <Group component="li" justify="space-between" py="sm" className={lists.lined}>
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={500}>{describeDevice(user_agent) ?? texts.unknownDevice}</Text>
          {current && <Badge>{texts.thisDevice}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          {texts.usedOn({ when: instant(used_at) })}
          {address && ` · ${address}`}
        </Text>
      </div>
      {!current && (
        <Button variant="subtle" color="red" size="xs" onClick={end}>
          {texts.end}
        </Button>
      )}
    </Group>
  )
}

// Browser and system are enough to recognise a device. Any more detail would be a guess.
function describeDevice(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)(?=\/)/.exec(userAgent)?.[1]
  const system = /(iPhone|iPad|Android|Windows|Mac OS X|Linux)/.exec(userAgent)?.[1]
  const browserName = browser && ({ Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser)
  return [browserName, system?.replace(' OS X', '')].filter(Boolean).join(', ') || undefined
}
