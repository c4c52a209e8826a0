import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { get, remove } from '../api.ts'
import { type Confirmation, ConfirmForm } from '../parts/account/confirm-fields.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
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
  const [ending, setEnding] = useState<'all' | OpenSession>()
  const { data, error, refetch } = sessions
  return (
    <Section
      title={texts.sessionsTitle}
      action={
        <Button variant="default" onClick={() => setEnding('all')}>
          {texts.endAll}
        </Button>
      }
    >
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={120} />}
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.result.map(session => (
          <SessionRow key={session.id} session={session} end={() => setEnding(session)} />
        ))}
      </Stack>
      <Dialog
        opened={ending !== undefined}
        close={() => setEnding(undefined)}
        title={ending === 'all' ? texts.endAll : texts.end}
      >
        <ConfirmForm
          isDangerous
          lead={ending === 'all' ? texts.endAllLead : texts.endLead}
          label={ending === 'all' ? texts.endAll : texts.end}
          onConfirmed={async confirmation => {
            if (ending === 'all') await endAll(confirmation)
            else if (ending) await end(ending.id, confirmation)
            setEnding(undefined)
          }}
        />
      </Dialog>
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
  const end = async (id: string, confirmation: Confirmation) => {
    await remove(`/sessions/${id}`, confirmation)
    void queryClient.invalidateQueries({ queryKey: ['sessions'] })
  }
  const endAll = async (confirmation: Confirmation) => {
    await remove('/sessions', confirmation)
    clearDrafts(person.id)
    location.assign('/admin')
  }
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
