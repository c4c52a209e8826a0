import { Badge, Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { remove } from '../api.ts'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import lists from '../parts/layout/lists.module.css'
import { Section } from '../parts/layout/section.tsx'
import { textFor } from '../words/entries.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { keysQuery, type OperatorKey, operatorPath } from './query.ts'

// Like the keys of a store, but apart: a chunk for both made the settings of stores 1 kB heavier (brotli).

/** The keys with which programs use the operator API. */
export function OperatorKeys() {
  const texts = useTexts('operator').keys
  const queryClient = useQueryClient()
  const [isCreating, setCreating] = useState(false)
  const [keyToRevoke, setKeyToRevoke] = useState<OperatorKey>()
  const { data, error, refetch } = useQuery(keysQuery)
  const reload = () => void queryClient.invalidateQueries({ queryKey: ['operator'] })
  const revoke = useMutation({
    mutationFn: (id: string) => remove(operatorPath(`/keys/${id}`)),
    onSuccess: reload,
    onSettled: () => setKeyToRevoke(undefined),
  })
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      action={<Button onClick={() => setCreating(true)}>{texts.new}</Button>}
    >
      {error && <ErrorPanel error={error} retry={refetch} />}
      {revoke.error && <ErrorPanel error={revoke.error} />}
      {!data && !error && <Skeleton h={120} />}
      {data?.result.length === 0 && <Text c="dimmed">{texts.none}</Text>}
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.result.map(key => (
          <KeyRow key={key.key_id} apiKey={key} revoke={() => setKeyToRevoke(key)} />
        ))}
      </Stack>
      <ConfirmDialog
        title={keyToRevoke && texts.revokeTitle}
        message={texts.revokeLead}
        confirmLabel={texts.revoke}
        busy={revoke.isPending}
        close={() => setKeyToRevoke(undefined)}
        confirm={() => keyToRevoke && revoke.mutate(keyToRevoke.key_id)}
      />
      <NewKeyDialog opened={isCreating} close={() => setCreating(false)} onCreated={reload} />
    </Section>
  )
}

function KeyRow({ apiKey, revoke }: { apiKey: OperatorKey; revoke: () => void }) {
  const { keys: texts, log } = useTexts('operator')
  const { date, instant } = useFormats()
  const isExpired = apiKey.expires_at !== null && Date.parse(apiKey.expires_at) <= Date.now()
  const state = apiKey.revoked_at ? 'revoked' : isExpired ? 'expired' : 'active'
  return (
    <Group component="li" justify="space-between" py="sm" className={lists.lined}>
      <div style={{ minWidth: 0, flex: '1 1 240px' }}>
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {apiKey.name}
          </Text>
          <Code aria-label={texts.endsWith}>…{apiKey.last_four}</Code>
          <Badge variant="light" color={state === 'active' ? 'green' : 'gray'} autoContrast>
            {texts[state]}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" mt={4}>
          {texts.madeOn}: {date(apiKey.created_at)}
          {apiKey.created_by && ` (${textFor(log.by, apiKey.created_by) ?? apiKey.created_by})`} ·{' '}
          {texts.lastUsed}: {apiKey.last_used_at ? instant(apiKey.last_used_at) : texts.never}
          {apiKey.expires_at && ` · ${texts.expires}: ${instant(apiKey.expires_at)}`}
        </Text>
      </div>
      {state === 'active' && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          aria-label={`${texts.revoke}: ${apiKey.name}`}
          onClick={revoke}
        >
          {texts.revoke}
        </Button>
      )}
    </Group>
  )
}
