import { Badge, Button, Code, Paper, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { remove, storePath } from '../api.ts'
import { ConfirmDialog } from '../parts/ask.tsx'
import { ErrorPanel } from '../parts/failure.tsx'
import { useStore } from '../store.tsx'
import { textFor } from '../words/entries.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './mail.module.css'
import type { Suppression } from './suppressed.tsx'

const colors = {
  bounced: 'orange',
  blocked: 'blue',
  unsubscribed: 'gray',
  complained: 'red',
  erased: 'gray',
} as const

/** One address, why it gets no mail, and the way back where the store may decide that. */
export function SuppressionRow({ suppression }: { suppression: Suppression }) {
  const texts = useTexts('mail')
  const { instant } = useFormats()
  const { mayModerate } = useStore()
  const { address, reason, at, answer, liftable } = suppression
  return (
    <Paper component="li" withBorder className={classes.row}>
      <div className={classes.head}>
        <Text size="sm" fw={600} className={classes.address}>
          {address ?? texts.erased}
        </Text>
        <Badge variant="light" color={colors[reason]}>
          {texts.reasons[reason]}
        </Badge>
      </div>
      <Stack gap={2}>
        <Text size="xs" c="dimmed">
          {[instant(at), textFor(texts.stays, reason)].filter(Boolean).join(' · ')}
        </Text>
        {answer && (
          <Text size="xs" mt={4}>
            {texts.serverSaid} <Code className={classes.answer}>{answer}</Code>
          </Text>
        )}
      </Stack>
      {mayModerate && liftable && address && <Lift suppression={suppression} address={address} />}
    </Paper>
  )
}

function Lift({ suppression: { id, reason }, address }: { suppression: Suppression; address: string }) {
  const texts = useTexts('mail')
  const { store_id } = useStore()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const lift = useMutation({
    mutationFn: () => remove(storePath(store_id, `/mail/suppressions/${id}`)),
    onSuccess: () => {
      notifications.show({ message: texts.lifted })
      return queries.invalidateQueries({ queryKey: [store_id, 'mail', 'suppressions'] })
    },
    onSettled: () => setAsking(false),
  })
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        aria-label={texts.liftOf({ email: address })}
        onClick={() => setAsking(true)}
      >
        {texts.lift}
      </Button>
      {lift.error && <ErrorPanel error={lift.error} />}
      <ConfirmDialog
        title={isAsking ? texts.liftTitle({ email: address }) : undefined}
        message={textFor(texts.liftLeads, reason) ?? ''}
        confirmLabel={texts.lift}
        isHarmless
        busy={lift.isPending}
        close={() => setAsking(false)}
        confirm={() => lift.mutate()}
      />
    </div>
  )
}
