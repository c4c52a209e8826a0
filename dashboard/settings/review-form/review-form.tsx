import { Stack } from '@mantine/core'
import { Section } from '../../parts/layout/section.tsx'
import { Switch } from '../../parts/pickers/switch.tsx'
import type { Settings } from '../../store-settings.ts'
import { useTexts } from '../../words/words.tsx'
import { SettingsForm } from '../settings-form.tsx'
import { OwnQuestions } from './own-questions.tsx'

/** What the form of an order asks besides its products. */
export function ReviewFormSettings({ settings: { asks_about_store, locale } }: { settings: Settings }) {
  const texts = useTexts('settings')
  return (
    <Stack gap="xl">
      <OwnQuestions locale={locale} />
      <SettingsForm name="form" saved={{ asks_about_store }} toChange={change => change}>
        {form => (
          <Section title={texts.aboutStore}>
            <Switch
              label={texts.aboutStoreSwitch}
              description={texts.aboutStoreHint}
              {...form.checkbox('asks_about_store')}
            />
          </Section>
        )}
      </SettingsForm>
    </Stack>
  )
}
