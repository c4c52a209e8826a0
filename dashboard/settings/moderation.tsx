import { Alert, Radio, Stack, TagsInput } from '@mantine/core'
import { Section } from '../parts/layout/section.tsx'
import { Switch } from '../parts/pickers/switch.tsx'
import type { Settings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import { ReplyTemplates } from './reply-templates.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The rule that publishes or holds new reviews. It never depends on their stars. */
export function ModerationSettings({ settings }: { settings: Settings }) {
  const texts = useTexts('settings')
  const { untitled } = useTexts('templates')
  const usable = (templates: Settings['reply_templates']) =>
    templates
      .filter(({ text }) => text.trim())
      .map(({ title, text }, index) => ({ title: title.trim() || untitled({ number: index + 1 }), text }))
  const { moderation, open_reviews, insider_domains, videos, buyer_answers, reply_templates } = settings
  return (
    <SettingsForm
      name="moderation"
      saved={{ moderation, open_reviews, insider_domains, videos, buyer_answers, reply_templates }}
      toChange={({ reply_templates, ...others }) => ({ ...others, reply_templates: usable(reply_templates) })}
    >
      {form => (
        <>
          <Section title={texts.rule}>
            <Radio.Group aria-label={texts.rule} {...form.field('moderation')}>
              <Stack gap="sm">
                {(['check', 'publish', 'hold'] as const).map(rule => (
                  <Radio
                    key={rule}
                    value={rule}
                    label={texts.rules[rule].title}
                    description={texts.rules[rule].lead}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <Alert variant="light" color="green">
              {texts.neverStars}
            </Alert>
          </Section>
          <Section title={texts.open}>
            <Switch label={texts.open} description={texts.openHint} {...form.checkbox('open_reviews')} />
          </Section>
          <Section title={texts.videos}>
            <Switch label={texts.videos} description={texts.videosHint} {...form.checkbox('videos')} />
          </Section>
          <Section title={texts.buyerAnswers}>
            <Switch
              label={texts.buyerAnswers}
              description={texts.buyerAnswersHint}
              {...form.checkbox('buyer_answers')}
            />
          </Section>
          <Section title={texts.insiders}>
            <TagsInput
              label={texts.insiderDomains}
              description={texts.insiderDomainsHint}
              {...form.field('insider_domains')}
            />
          </Section>
          <ReplyTemplates form={form} settings={settings} />
        </>
      )}
    </SettingsForm>
  )
}
