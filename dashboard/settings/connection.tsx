import { TagsInput } from '@mantine/core'
import { CopyableValue } from '../parts/copying/copyable-value.tsx'
import { Section, SectionList } from '../parts/layout/section.tsx'
import type { Settings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import { StoreKeys } from './keys.tsx'
import { PlanSection } from './plan.tsx'
import { SettingsForm } from './settings-form.tsx'

/** Use of the plan, API keys, and the sites that may display reviews. */
export function ConnectionSettings({ settings }: { settings: Settings }) {
  const texts = useTexts('settings')
  return (
    <SectionList>
      <PlanSection />
      <StoreKeys />
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
    </SectionList>
  )
}
