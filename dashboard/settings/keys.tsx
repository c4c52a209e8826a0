import { Alert, Badge, Button, Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MadeKey, ShownKey } from '../../server/dashboard/settings/key-schemas.ts'
import { get, post, remove, storePath, type Wire } from '../api.ts'
import { ConfirmDialog } from '../parts/ask.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorPanel } from '../parts/failure.tsx'
import { CopyableValue } from '../parts/secret.tsx'
import { Section } from '../parts/section.tsx'
import { endOfDay } from '../parts/zone.ts'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'

type Key = Wire<ShownKey>

/** The keys with which the shop's server sends orders. */
export function Keys() {
  const { isOwner } = useStore()
  const texts = useTexts('settings')
  const [makes, setMakes] = useState(false)
  const [leaving, setLeaving] = useState<Key>()
  const { list, changed, revoke } = useKeys(() => setLeaving(undefined))
  const { data, error, refetch } = list
  return (
    <Section
      title={texts.keys}
      lead={texts.keysLead}
      action={isOwner && <Button onClick={() => setMakes(true)}>{texts.newKey}</Button>}
    >
      {error && <ErrorPanel error={error} retry={refetch} />}
      {revoke.error && <ErrorPanel error={revoke.error} />}
      {!data && !error && <Skeleton h={120} />}
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.result.map(key => (
          <KeyRow key={key.key_id} one={key} revoke={isOwner ? () => setLeaving(key) : undefined} />
        ))}
      </Stack>
      <ConfirmDialog
        title={leaving && texts.revokeKey}
        message={texts.revokeKeyLead}
        confirmLabel={texts.revoke}
        busy={revoke.isPending}
        close={() => setLeaving(undefined)}
        confirm={() => leaving && revoke.mutate(leaving.key_id)}
      />
      <NewKey opened={makes} close={() => setMakes(false)} made={changed} />
    </Section>
  )
}

function useKeys(settled: () => void) {
  const { store_id } = useStore()
  const queries = useQueryClient()
  const list = useQuery({
    queryKey: [store_id, 'keys'],
    queryFn: () => get<{ result: Key[] }>(storePath(store_id, '/keys')),
  })
  const changed = () => {
    void queries.invalidateQueries({ queryKey: [store_id, 'keys'] })
    void queries.invalidateQueries({ queryKey: [store_id, 'history'] })
  }
  const revoke = useMutation({
    mutationFn: (id: string) => remove(storePath(store_id, `/keys/${id}`)),
    onSuccess: changed,
    onSettled: settled,
  })
  return { list, changed, revoke }
}

function KeyRow({ one, revoke }: { one: Key; revoke: (() => void) | undefined }) {
  const texts = useTexts('settings')
  const { date, instant } = useFormats()
  const isOver = one.expires_at !== null && Date.parse(one.expires_at) <= Date.now()
  const state = one.revoked_at ? 'revoked' : isOver ? 'expired' : 'active'
  return (
    <Group
      component="li"
      justify="space-between"
      py="sm"
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Code>…{one.key_id.slice(-8)}</Code>
          <Badge variant="light" color={state === 'active' ? 'green' : 'gray'} autoContrast>
            {texts[state]}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed" mt={4}>
          {texts.madeOn}: {date(one.created_at)} · {texts.lastUsed}:{' '}
          {one.last_used_at ? instant(one.last_used_at) : texts.never}
          {one.expires_at && ` · ${texts.expires}: ${instant(one.expires_at)}`}
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

function NewKey({ opened, close, made }: { opened: boolean; close: () => void; made: () => void }) {
  const { store_id, time_zone } = useStore()
  const texts = useTexts('settings')
  const [expires, setExpires] = useState('')
  const make = useMutation({
    mutationFn: () => {
      const expires_at = expires ? endOfDay(expires, time_zone).toISOString() : null
      return post<MadeKey>(storePath(store_id, '/keys'), { expires_at })
    },
    onSuccess: made,
  })
  const leave = () => {
    close()
    make.reset()
    setExpires('')
  }
  return (
    <Dialog opened={opened} close={leave} title={texts.newKey} ignoresOutsideClicks={Boolean(make.data)}>
      {make.data ? (
        <Made apiKey={make.data.api_key} done={leave} />
      ) : (
        <Stack>
          {make.error && <ErrorPanel error={make.error} />}
          <TextInput
            type="date"
            label={texts.expires}
            description={texts.expiresHint}
            value={expires}
            onChange={event => setExpires(event.currentTarget.value)}
          />
          <Button loading={make.isPending} onClick={() => make.mutate()}>
            {texts.makeKey}
          </Button>
        </Stack>
      )}
    </Dialog>
  )
}

/** The key, which is shown this once. */
function Made({ apiKey, done }: { apiKey: string; done: () => void }) {
  const texts = useTexts('settings')
  return (
    <Stack>
      <Alert variant="light" color="yellow">
        {texts.keyMade}
      </Alert>
      <CopyableValue label="API key" value={apiKey} />
      <Button onClick={done}>{texts.keyDone}</Button>
    </Stack>
  )
}
