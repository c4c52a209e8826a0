import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { NotificationTargets } from '../../../server/api/dashboard/notifications/notification-schemas.ts'
import { get, storePath, type Wire } from '../../api.ts'
import { ErrorPanel } from '../../parts/errors.tsx'
import { Section, SectionList } from '../../parts/layout/section.tsx'
import { useStore } from '../../store.tsx'
import { useTexts } from '../../words/words.tsx'
import { TargetDialog } from './target-dialog.tsx'
import { TargetRow } from './target-row.tsx'

export type Target = Wire<NotificationTargets>['result'][number]

/** Where the store's notifications go: owners only, because addresses of chats are secrets. */
export function NotificationSettings() {
  const { store_id, isOwner } = useStore()
  const texts = useTexts('notifications')
  const [isAdding, setAdding] = useState(false)
  const queryClient = useQueryClient()
  const queryKey = [store_id, 'notifications']
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => get<Wire<NotificationTargets>>(storePath(store_id, '/notifications')),
    enabled: isOwner,
  })
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey })
    await queryClient.invalidateQueries({ queryKey: [store_id, 'history'] })
  }
  const add = <Button onClick={() => setAdding(true)}>{texts.add}</Button>
  return (
    <SectionList>
      <Section title={texts.title} lead={texts.lead} action={isOwner && add}>
        {!isOwner && <Text size="sm">{texts.ownersOnly}</Text>}
        {error && <ErrorPanel error={error} retry={refetch} />}
        {isOwner && !data && !error && <Skeleton h={120} />}
        {data?.result.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.none}
          </Text>
        )}
        <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {data?.result.map(target => (
            <TargetRow key={target.target_id} target={target} reload={reload} />
          ))}
        </Stack>
        <Anchor component={Link} to={`/${store_id}/account`} size="sm" mt="md" display="inline-block">
          {texts.ownChoice}
        </Anchor>
      </Section>
      {isAdding && <TargetDialog close={() => setAdding(false)} reload={reload} />}
    </SectionList>
  )
}
