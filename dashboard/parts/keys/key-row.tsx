import { Badge, Button, Code, Group, Text } from '@mantine/core'
import { textFor } from '../../words/entries.ts'
import { useFormats, useTexts } from '../../words/words.tsx'
import lists from '../layout/lists.module.css'
import type { ApiKey } from './keys.tsx'

type Props = {
  apiKey: ApiKey
  creators: Record<string, string>
  /** Absent for users who may not change keys. */
  rename: (() => void) | undefined
  revoke: (() => void) | undefined
}

/** A key with its state. */
export function KeyRow({ apiKey, creators, rename, revoke }: Props) {
  const texts = useTexts('keys')
  const { date, instant, labelled } = useFormats()
  const { scopes, name, last_four, created_at, created_by, expires_at, revoked_at, last_used_at } = apiKey
  const isExpired = expires_at !== null && Date.parse(expires_at) <= Date.now()
  const state = revoked_at ? 'revoked' : isExpired ? 'expired' : 'active'
  return (
    <Group component="li" justify="space-between" py="sm" className={lists.lined}>
      <div style={{ minWidth: 0, flex: '1 1 240px' }}>
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name || texts.unnamed}
          </Text>
          <Code aria-label={texts.endsWith}>{last_four ? `…${last_four}` : '—'}</Code>
          <Badge color={state === 'active' ? 'green' : 'gray'} autoContrast>
            {texts[state]}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" mt={4}>
          {labelled(texts.madeOn, date(created_at))}
          {created_by && ` (${textFor(creators, created_by) ?? created_by})`} ·{' '}
          {labelled(texts.lastUsed, last_used_at ? instant(last_used_at) : texts.never)}
          {expires_at && ` · ${labelled(texts.expires, instant(expires_at))}`}
        </Text>
        <Scopes scopes={scopes} />
      </div>
      <Group gap={4}>
        {rename && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            aria-label={labelled(texts.rename, name || texts.unnamed)}
            onClick={rename}
          >
            {texts.rename}
          </Button>
        )}
        {revoke && state === 'active' && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            aria-label={labelled(texts.revoke, name || texts.unnamed)}
            onClick={revoke}
          >
            {texts.revoke}
          </Button>
        )}
      </Group>
    </Group>
  )
}

function Scopes({ scopes = [] }: { scopes: ApiKey['scopes'] }) {
  const texts = useTexts('keys')
  const { labelled } = useFormats()
  if (scopes.length === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {labelled(texts.scopes, scopes.map(scope => texts.scopeNames[scope]).join(', '))}
    </Text>
  )
}
