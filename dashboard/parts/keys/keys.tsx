import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ShownKey } from '../../../server/api/dashboard/settings/key-schemas.ts'
import { get, remove, type Wire } from '../../api.ts'
import { useTexts } from '../../words/words.tsx'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { ErrorPanel } from '../errors.tsx'
import { Section } from '../layout/section.tsx'
import { KeyRow } from './key-row.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

/** Keys of the installation have no scopes. */
export type ApiKey = Omit<Wire<ShownKey>, 'type' | 'scopes' | 'webhooks'> &
  Partial<Pick<ShownKey, 'scopes' | 'webhooks'>>

type Props = {
  /** Where the API lists, creates and revokes these keys. */
  path: string
  queryKey: QueryKey
  /** What else displays a change of the keys. */
  affected: QueryKey
  title: string
  lead: string
  nameHint: string
  /** Displayed while there are no keys. */
  none?: ReactNode
  /** Words for creators that are not users. */
  creators: Record<string, string>
  /** In which the day of an expiry ends. */
  timeZone: string
  /** Whether the user chooses what a new key opens. */
  hasScopes?: boolean
  mayChange: boolean
}

/** API keys, which can be created, renamed and revoked. A new key is displayed once. */
export function Keys(props: Props) {
  const { path, title, lead, nameHint, none, creators, timeZone, hasScopes = false, mayChange } = props
  const texts = useTexts('keys')
  const [isCreating, setCreating] = useState(false)
  const [keyToRename, setKeyToRename] = useState<ApiKey>()
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey>()
  const { keys, reload, revoke } = useKeys(props, () => setKeyToRevoke(undefined))
  const { data, error, refetch } = keys
  return (
    <Section
      title={title}
      lead={lead}
      action={mayChange && <Button onClick={() => setCreating(true)}>{texts.new}</Button>}
    >
      {error && <ErrorPanel error={error} retry={refetch} />}
      {revoke.error && <ErrorPanel error={revoke.error} />}
      {!data && !error && <Skeleton h={120} />}
      {none && data?.result.length === 0 && <Text c="dimmed">{none}</Text>}
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.result.map(key => (
          <KeyRow
            key={key.key_id}
            apiKey={key}
            creators={creators}
            rename={mayChange ? () => setKeyToRename(key) : undefined}
            revoke={mayChange ? () => setKeyToRevoke(key) : undefined}
          />
        ))}
      </Stack>
      {keyToRename && (
        <RenameDialog
          {...{ path, nameHint }}
          apiKey={keyToRename}
          close={() => setKeyToRename(undefined)}
          onRenamed={reload}
        />
      )}
      <ConfirmDialog
        title={keyToRevoke && texts.revokeTitle}
        message={[
          texts.revokeLead,
          keyToRevoke?.webhooks && texts.revokeWebhooks({ count: keyToRevoke.webhooks }),
        ]
          .filter(Boolean)
          .join(' ')}
        confirmLabel={texts.revoke}
        busy={revoke.isPending}
        close={() => setKeyToRevoke(undefined)}
        confirm={() => keyToRevoke && revoke.mutate(keyToRevoke.key_id)}
      />
      <NewKeyDialog
        {...{ path, nameHint, timeZone, hasScopes }}
        opened={isCreating}
        close={() => setCreating(false)}
        onCreated={reload}
      />
    </Section>
  )
}

function useKeys({ path, queryKey, affected }: Props, onSettled: () => void) {
  const queryClient = useQueryClient()
  const keys = useQuery({ queryKey, queryFn: () => get<{ result: ApiKey[] }>(path) })
  const reload = () => {
    void queryClient.invalidateQueries({ queryKey })
    void queryClient.invalidateQueries({ queryKey: affected })
  }
  const revoke = useMutation({
    mutationFn: (id: string) => remove(`${path}/${id}`),
    onSuccess: reload,
    onSettled,
  })
  return { keys, reload, revoke }
}
