import { Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { get, put, storePath } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { Section } from '../parts/layout/section.tsx'
import { type Choice, NoticeFields } from '../parts/notices/notice-fields.tsx'
import { useMe } from '../session.tsx'
import { currentLanguage } from '../words/languages.ts'
import { useCommonTexts, useTexts } from '../words/words.tsx'

/** What the user is notified of by email, for each of their stores. */
export function MyNotifications() {
  const { stores } = useMe()
  return stores.map(({ store_id, name }) => <OfStore key={store_id} storeId={store_id} name={name} />)
}

function OfStore({ storeId, name }: { storeId: string; name: string }) {
  const texts = useTexts('notifications')
  const { common } = useCommonTexts()
  const queryClient = useQueryClient()
  const path = storePath(storeId, '/notifications/mine')
  const queryKey = [storeId, 'my-notifications']
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => get<Choice>(path) })
  const save = useMutation({
    mutationFn: (choice: Choice) => put<Choice>(path, { ...choice, language: currentLanguage() }),
    // At once, so that a second box can be ticked while the first is saved.
    onMutate: choice => queryClient.setQueryData(queryKey, choice),
    onSuccess: () => notifications.show({ id: 'my-notifications', message: common.saved }),
    onError: () => refetch(),
  })
  return (
    <Section title={texts.mine({ store: name })} lead={texts.mineLead}>
      {error && <ErrorPanel error={error} retry={refetch} />}
      {save.error && <ErrorPanel error={save.error} />}
      {data ? (
        <NoticeFields choice={data} change={choice => save.mutate(choice)} />
      ) : (
        !error && <Skeleton h={200} />
      )}
    </Section>
  )
}
