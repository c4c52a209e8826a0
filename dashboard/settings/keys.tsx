import { Alert, Badge, Button, Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MadeKey, ShownKey } from '../../server/dashboard/settings/key-schemas.ts'
import { get, post, remove, storePath, type Wire } from '../api.ts'
import { CopyableValue } from '../parts/copyable-value.tsx'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import lists from '../parts/layout/lists.module.css'
import { Section } from '../parts/layout/section.tsx'
import { endOfDay } from '../parts/time-zone.ts'
import { useStore } from '../store.tsx'
import { textFor } from '../words/entries.ts'
import { useFormats, useTexts } from '../words/words.tsx'

type Key = Wire<ShownKey>

/** The API keys that the shop's server uses to send orders. */
export function Keys() {
  const { isOwner } = useStore()
  const texts = useTexts('settings')
  const [isCreating, setCreating] = useState(false)
  const [keyToRevoke, setKeyToRevoke] = useState<Key>()
  const { keys, reload, revoke } = useKeys(() => setKeyToRevoke(undefined))
  const { data, error, refetch } = keys
  return (
    <Section
      title={texts.keys}
      lead={texts.keysLead}
      action={isOwner && <Button onClick={() => setCreating(true)}>{texts.newKey}</Button>}
    >
      {error && <ErrorPanel error={error} retry={refetch} />}
      {revoke.error && <ErrorPanel error={revoke.error} />}
      {!data && !error && <Skeleton h={120} />}
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.result.map(key => (
          <KeyRow key={key.key_id} apiKey={key} revoke={isOwner ? () => setKeyToRevoke(key) : undefined} />
        ))}
      </Stack>
      <ConfirmDialog
        title={keyToRevoke && texts.revokeKey}
        message={texts.revokeKeyLead}
        confirmLabel={texts.revoke}
        busy={revoke.isPending}
        close={() => setKeyToRevoke(undefined)}
        confirm={() => keyToRevoke && revoke.mutate(keyToRevoke.key_id)}
      />
      <NewKeyDialog opened={isCreating} close={() => setCreating(false)} onCreated={reload} />
    </Section>
  )
}

function useKeys(onSettled: () => void) {
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  const keys = useQuery({
    queryKey: [store_id, 'keys'],
    queryFn: () => get<{ result: Key[] }>(storePath(store_id, '/keys')),
  })
  const reload = () => {
    void queryClient.invalidateQueries({ queryKey: [store_id, 'keys'] })
    void queryClient.invalidateQueries({ queryKey: [store_id, 'history'] })
  }
  const revoke = useMutation({
    mutationFn: (id: string) => remove(storePath(store_id, `/keys/${id}`)),
    onSuccess: reload,
    onSettled,
  })
  return { keys, reload, revoke }
}

function KeyRow({ apiKey, revoke }: { apiKey: Key; revoke: (() => void) | undefined }) {
  const texts = useTexts('settings')
  const { actors } = texts
  const { date, instant } = useFormats()
  const isExpired = apiKey.expires_at !== null && Date.parse(apiKey.expires_at) <= Date.now()
  const state = apiKey.revoked_at ? 'revoked' : isExpired ? 'expired' : 'active'
  return (
    <Group component="li" justify="space-between" py="sm" className={lists.lined}>
      <div style={{ minWidth: 0, flex: '1 1 240px' }}>
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {apiKey.name || texts.unnamedKey}
          </Text>
          <Code aria-label={texts.endsWith}>{apiKey.last_four ? `…${apiKey.last_four}` : '—'}</Code>
          <Badge variant="light" color={state === 'active' ? 'green' : 'gray'} autoContrast>
            {texts[state]}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" mt={4}>
          {texts.madeOn}: {date(apiKey.created_at)}
          {apiKey.created_by && ` (${textFor(actors, apiKey.created_by) ?? apiKey.created_by})`} ·{' '}
          {texts.lastUsed}: {apiKey.last_used_at ? instant(apiKey.last_used_at) : texts.never}
          {apiKey.expires_at && ` · ${texts.expires}: ${instant(apiKey.expires_at)}`}
        </Text>
      </div>
      {revoke && state === 'active' && (
        <Button variant="subtle" color="red" size="xs" onClick={revoke}>
          {texts.revoke}
        </Button>
      )}
    </Group>
  )
}

type NewKeyDialogProps = { opened: boolean; close: () => void; onCreated: () => void }

function NewKeyDialog({ opened, close, onCreated }: NewKeyDialogProps) {
  const texts = useTexts('settings')
  const [name, setName] = useState('')
  const [expires, setExpires] = useState('')
  const create = useCreateKey(onCreated)
  const closeAndReset = () => {
    close()
    create.reset()
    setName('')
    setExpires('')
  }
  return (
    <Dialog
      opened={opened}
      close={closeAndReset}
      title={texts.newKey}
      ignoresOutsideClicks={Boolean(create.data)}
    >
      {create.data ? (
        <CreatedKey apiKey={create.data.api_key} close={closeAndReset} />
      ) : (
        <Stack
          component="form"
          onSubmit={event => {
            event.preventDefault()
            create.mutate({ name, expires })
          }}
        >
          {create.error && <ErrorPanel error={create.error} />}
          <TextInput
            label={texts.keyName}
            description={texts.keyNameHint}
            maxLength={100}
            required
            data-autofocus
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={texts.expires}
            description={texts.expiresHint}
            value={expires}
            onChange={event => setExpires(event.currentTarget.value)}
          />
          <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
            {texts.makeKey}
          </Button>
        </Stack>
      )}
    </Dialog>
  )
}

function useCreateKey(onCreated: () => void) {
  const { store_id, time_zone } = useStore()
  return useMutation({
    mutationFn: ({ name, expires }: { name: string; expires: string }) => {
      const expires_at = expires ? endOfDay(expires, time_zone).toISOString() : null
      return post<MadeKey>(storePath(store_id, '/keys'), { name, expires_at })
    },
    onSuccess: onCreated,
  })
}

/** The new key, which is displayed only once. */
function CreatedKey({ apiKey, close }: { apiKey: string; close: () => void }) {
  const texts = useTexts('settings')
  return (
    <Stack>
      <Alert variant="light" color="yellow">
        {texts.keyMade}
      </Alert>
      <CopyableValue label="API key" value={apiKey} />
      <Button onClick={close}>{texts.keyDone}</Button>
    </Stack>
  )
}
