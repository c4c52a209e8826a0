import { Badge, Button, Code, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { remove, storePath } from '../api.ts'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { useStore } from '../store.tsx'
import { textFor } from '../words/entries.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './mail.module.css'
import type { Suppression } from './suppressions.tsx'

const colors = {
  bounced: 'orange',
  blocked: 'blue',
  unsubscribed: 'gray',
  complained: 'red',
  erased: 'gray',
} as const

/** A suppressed address and its reason, with a button to lift the suppression if the store may do so. */
export function SuppressionRow({ suppression }: { suppression: Suppression }) {
  const texts = useTexts('mail')
  const { instant } = useFormats()
  const { mayModerate } = useStore()
  const { address, reason, at, answer, liftable } = suppression
  return (
    <li className={classes.row}>
      <Text size="sm" fw={600} className={classes.recipient}>
        {address ?? texts.erased}
      </Text>
      <div>
        <Badge color={colors[reason]}>{texts.reasons[reason]}</Badge>
      </div>
      <div>
        <Text size="sm">{[instant(at), textFor(texts.stays, reason)].filter(Boolean).join(' · ')}</Text>
        {answer && (
          <Text size="sm" c="dimmed">
            {texts.serverSaid} <Code className={classes.answer}>{answer}</Code>
          </Text>
        )}
      </div>
      {mayModerate && liftable && address && <LiftButton suppression={suppression} address={address} />}
    </li>
  )
}

function LiftButton({ suppression: { id, reason }, address }: { suppression: Suppression; address: string }) {
  const texts = useTexts('mail')
  const { store_id } = useStore()
  const queries = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const lift = useMutation({
    mutationFn: () => remove(storePath(store_id, `/mail/suppressions/${id}`)),
    onSuccess: () => {
      notifications.show({ message: texts.lifted })
      return queries.invalidateQueries({ queryKey: [store_id, 'mail', 'suppressions'] })
    },
    onSettled: () => setConfirming(false),
  })
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        aria-label={texts.liftOf({ email: address })}
        onClick={() => setConfirming(true)}
      >
        {texts.lift}
      </Button>
      {lift.error && <ErrorPanel error={lift.error} />}
      <ConfirmDialog
        title={isConfirming ? texts.liftTitle({ email: address }) : undefined}
        message={textFor(texts.liftLeads, reason) ?? ''}
        confirmLabel={texts.lift}
        isHarmless
        busy={lift.isPending}
        close={() => setConfirming(false)}
        confirm={() => lift.mutate()}
      />
    </div>
  )
}
