import { Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { History as Page } from '../../server/tenants/accounts/security/history-schemas.ts'
import { fillText } from '../../texts/sentences.ts'
import { get, storePath, type Wire } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import lists from '../parts/layout/lists.module.css'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { Section, SectionList } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { textFor } from '../words/entries.ts'
import { useCommonTexts, useFormats, useLanguage, useTexts } from '../words/words.tsx'

type Change = Wire<Page>['result'][number]

/** Changes of the settings and their authors, newest first. */
export function History() {
  const { store_id } = useStore()
  const { nav } = useCommonTexts()
  const texts = useTexts('settings')
  const { instant } = useFormats()
  const describe = useChangeDescription()
  const list = useInfiniteQuery({
    queryKey: [store_id, 'history'],
    queryFn: ({ pageParam }) => get<Wire<Page>>(storePath(store_id, `/history${pageParam}`)),
    initialPageParam: '',
    getNextPageParam: page => (page.next ? `?before=${page.next}` : undefined),
  })
  const { data, error, refetch } = list
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={320} maw={1160} aria-label={nav.settings} />
  const changes = data.pages.flatMap(({ result }) => result)
  return (
    <SectionList>
      <Section title={texts.tabs.history} lead={texts.historyLead}>
        {changes.length === 0 && <Text c="dimmed">{texts.historyEmpty}</Text>}
        <Stack component="ol" gap={0} p={0} m={0} style={{ listStyle: 'none' }}>
          {changes.map(change => (
            <Stack key={change.id} component="li" gap={2} py="sm" className={lists.lined}>
              <Text size="sm">{describe(change)}</Text>
              <Text size="xs" c="dimmed">
                {instant(change.at)}
              </Text>
            </Stack>
          ))}
        </Stack>
        <LoadMore list={list} />
      </Section>
    </SectionList>
  )
}

function useChangeDescription() {
  const { language } = useLanguage()
  const texts = useTexts('settings')
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return ({ name, actor, action, record, about, fields }: Change): string => {
    const author = name ?? textFor(texts.actors, actor) ?? actor
    const template = textFor(texts.acts, `${record} ${action}`)
    const fieldNames = list.format(fields.map(field => textFor(texts.fields, field) ?? field))
    const values = { fields: fieldNames || texts.wholeStore, name: about ?? texts.somebody }
    const actionText = template ? fillText(template, values) : `${action} ${fieldNames}`
    return action === 'join' && name ? actionText : `${author} ${actionText}`
  }
}
