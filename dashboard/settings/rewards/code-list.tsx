import { Alert, Button, FileButton, Group, List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RewardOnScreen } from '../../../server/api/dashboard/settings/reward-schemas.ts'
import { ApiFailure, post, remove, storePath, type Wire } from '../../api.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { ErrorAlert } from '../../parts/errors.tsx'
import { Section } from '../../parts/layout/section.tsx'
import { useStore } from '../../store.tsx'
import { useTexts } from '../../words/words.tsx'

type Tried = { codes: number; added: number; left: number | null }

/** The list of codes: a file is tried before its codes are added. Codes are never displayed. */
export function CodeList({ shown }: { shown: Wire<RewardOnScreen> }) {
  const { store_id, isOwner } = useStore()
  const texts = useTexts('rewards')
  const refresh = useRefresh()
  const [csv, setCsv] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const path = storePath(store_id, '/reward/codes')
  const trial = useMutation({ mutationFn: (text: string) => post<Tried>(path, { csv: text, trial: true }) })
  const add = useMutation({
    mutationFn: () => post<Tried>(path, { csv }),
    onSuccess: ({ added }) => {
      setCsv(undefined)
      trial.reset()
      refresh()
      notifications.show({ message: texts.added({ count: added }) })
    },
  })
  const removal = useMutation({
    mutationFn: () => remove<{ removed: number }>(path),
    onSuccess: ({ removed }) => {
      setAsking(false)
      refresh()
      notifications.show({ message: texts.removed({ count: removed }) })
    },
  })
  const choose = async (file: File | null) => {
    if (!file) return
    const text = await file.text()
    setCsv(text)
    add.reset()
    trial.mutate(text)
  }
  const unused = (shown.left ?? 0) + shown.expiring
  return (
    <Section title={texts.list} lead={texts.listLead}>
      <Text>{texts.left({ count: shown.left ?? 0 })}</Text>
      {shown.expiring > 0 && <Text size="sm">{texts.expiring({ count: shown.expiring })}</Text>}
      {isOwner && (
        <Group>
          <FileButton accept=".csv,text/csv,text/plain" onChange={file => void choose(file)}>
            {props => (
              <Button variant="default" loading={trial.isPending} {...props}>
                {texts.choose}
              </Button>
            )}
          </FileButton>
          {trial.data && csv !== undefined && (
            <Button loading={add.isPending} onClick={() => add.mutate()}>
              {texts.add({ count: trial.data.codes })}
            </Button>
          )}
          {unused > 0 && (
            <Button variant="default" onClick={() => setAsking(true)}>
              {texts.removeUnused}
            </Button>
          )}
        </Group>
      )}
      <FileProblems error={trial.error ?? add.error} />
      <ErrorAlert error={removal.error} />
      <ConfirmDialog
        title={isAsking ? texts.removeUnused : undefined}
        message={texts.removeLead({ count: unused })}
        confirmLabel={texts.removeUnused}
        busy={removal.isPending}
        close={() => setAsking(false)}
        confirm={() => removal.mutate()}
      />
    </Section>
  )
}

/** The lines of a file that are wrong, one below the other. */
function FileProblems({ error }: { error: unknown }) {
  const texts = useTexts('rewards')
  if (!(error instanceof ApiFailure) || error.code !== 802030) return <ErrorAlert error={error} />
  return (
    <Alert color="red" variant="light" role="alert" title={texts.wrongFile}>
      <List size="sm">
        {error.message.split('; ').map(line => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function useRefresh() {
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: [store_id, 'reward'] })
    void queryClient.invalidateQueries({ queryKey: [store_id, 'history'] })
  }
}
