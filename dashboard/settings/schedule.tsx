import { Group, NumberInput, Switch, TagsInput, TextInput } from '@mantine/core'
import { Section } from '../parts/section.tsx'
import type { Settings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import { Calendar } from './calendar.tsx'
import { SettingsForm } from './settings-form.tsx'

/** When buyers are asked; the calendar shows what that means, before it is saved. */
export function Schedule({ settings }: { settings: Settings }) {
  const texts = useTexts('settings')
  const { requests_paused, request_delay_days, send_at, avoid_weekends, avoid_holidays } = settings
  const { reminder_days, link_days, form_products } = settings
  return (
    <SettingsForm
      name="schedule"
      saved={{
        requests_paused,
        request_delay_days: request_delay_days as number | string,
        send_at,
        avoid_weekends,
        avoid_holidays,
        reminder_days: reminder_days.map(String),
        link_days: link_days as number | string,
        form_products: form_products as number | string,
      }}
      toChange={values => ({
        ...values,
        request_delay_days: whole(values.request_delay_days),
        link_days: whole(values.link_days),
        form_products: whole(values.form_products),
        reminder_days: values.reminder_days.map(Number).toSorted((a, b) => a - b),
      })}
    >
      {form => (
        <>
          <Section title={texts.requests}>
            <Group grow align="flex-start" preventGrowOverflow={false}>
              <NumberInput
                label={texts.delay}
                min={0}
                max={365}
                miw={140}
                {...form.field('request_delay_days')}
              />
              <TextInput label={texts.sendAt} type="time" miw={140} {...form.field('send_at')} />
            </Group>
            <Switch label={texts.weekends} {...form.check('avoid_weekends')} />
            <Switch
              label={texts.holidays}
              description={settings.knows_holidays ? undefined : texts.holidaysUnknown}
              {...form.check('avoid_holidays')}
            />
            <Switch label={texts.paused} description={texts.pausedHint} {...form.check('requests_paused')} />
          </Section>
          <Section title={texts.calendar} lead={texts.calendarLead}>
            <Calendar
              draft={{
                delay: whole(form.values.request_delay_days),
                send_at: form.values.send_at,
                weekends: form.values.avoid_weekends,
                holidays: form.values.avoid_holidays,
              }}
            />
          </Section>
          <Section title={texts.reminders}>
            <TagsInput
              aria-label={texts.reminders}
              description={texts.remindersHint}
              maxTags={2}
              inputMode="numeric"
              {...form.field('reminder_days')}
            />
            <Group grow align="flex-start" preventGrowOverflow={false}>
              <NumberInput label={texts.linkDays} min={1} max={365} miw={140} {...form.field('link_days')} />
              <NumberInput
                label={texts.formProducts}
                min={1}
                max={50}
                miw={140}
                {...form.field('form_products')}
              />
            </Group>
          </Section>
        </>
      )}
    </SettingsForm>
  )
}

// An emptied number field holds an empty text: no number, which the server refuses with words.
function whole(value: number | string): number {
  return value === '' ? -1 : Number(value)
}
