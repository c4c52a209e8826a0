import { Progress, Skeleton, Stack, TagsInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PlanUse } from '../../server/stores/settings-schemas.ts'
import { get, storePath } from '../api.ts'
import { CopyableValue } from '../parts/copyable-value.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import type { Settings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import { Keys } from './keys.tsx'
import { SettingsForm } from './settings-form.tsx'

/** Use of the plan, API keys, and the sites that may display reviews. */
export function ConnectionSettings({ settings }: { settings: Settings }) {
  const texts = useTexts('settings')
  return (
    <Stack gap="xl" maw={720}>
      <Plan />
      <Keys />
      <Section title={texts.storeKey} lead={texts.storeKeyHint}>
        <CopyableValue label={texts.storeId} value={settings.store_id} />
        <CopyableValue label={texts.storeKey} value={settings.store_key} />
      </Section>
      <SettingsForm name="connection" saved={{ origins: settings.origins }} toChange={values => values}>
        {form => (
          <Section title={texts.origins} lead={texts.originsHint}>
            <TagsInput
              aria-label={texts.origins}
              placeholder="https://"
              maxTags={100}
              {...form.field('origins')}
            />
          </Section>
        )}
      </SettingsForm>
    </Stack>
  )
}

function Plan() {
  const { store_id } = useStore()
  const texts = useTexts('settings')
  const { data, error, refetch } = useQuery({
    queryKey: [store_id, 'plan'],
    queryFn: () => get<PlanUse>(storePath(store_id, '/plan')),
  })
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={96} />
  const { orders, limit } = data
  const share = limit === null ? 0 : limit === 0 ? 100 : Math.min(100, (orders / limit) * 100)
  return (
    <Section title={texts.plan} {...(limit !== null && { lead: texts.planLead })}>
      <Text>{limit === null ? texts.planFree({ orders }) : texts.planOf({ orders, limit })}</Text>
      {limit !== null && (
        <Progress value={share} color={share >= 90 ? 'red' : 'green'} aria-label={texts.plan} />
      )}
    </Section>
  )
}
