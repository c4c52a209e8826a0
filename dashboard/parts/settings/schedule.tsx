import { Group, NumberInput, Switch, TagsInput, TextInput } from '@mantine/core'
import { settingsTexts } from '../../words/settings.ts'
import { useTexts } from '../../words/words.tsx'
import { Calendar } from './calendar.tsx'
import { Section } from './section.tsx'
import type { Settings } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

/** When buyers are asked; the calendar shows what that means, before it is saved. */
export function Schedule({ settings }: { settings: Settings }) {
  const texts = useTexts(settingsTexts)
  const { requests_paused, request_delay_days, send_at, avoid_weekends, avoid_holidays } = settings
  const { reminder_days, link_days, form_products } = settings
  return (
    <SettingsForm
      initial={{
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
                {...form.getInputProps('request_delay_days')}
              />
              <TextInput label={texts.sendAt} type="time" miw={140} {...form.getInputProps('send_at')} />
            </Group>
            <Switch label={texts.weekends} {...form.getInputProps('avoid_weekends', { type: 'checkbox' })} />
            <Switch
              label={texts.holidays}
              description={settings.knows_holidays ? undefined : texts.holidaysUnknown}
              {...form.getInputProps('avoid_holidays', { type: 'checkbox' })}
            />
            <Switch
              label={texts.paused}
              description={texts.pausedHint}
              {...form.getInputProps('requests_paused', { type: 'checkbox' })}
            />
          </Section>
          <Section title={texts.calendar} lead={texts.calendarLead}>
            <Calendar
              timeZone={settings.time_zone}
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
              {...form.getInputProps('reminder_days')}
            />
            <Group grow align="flex-start" preventGrowOverflow={false}>
              <NumberInput
                label={texts.linkDays}
                min={1}
                max={365}
                miw={140}
                {...form.getInputProps('link_days')}
              />
              <NumberInput
                label={texts.formProducts}
                min={1}
                max={50}
                miw={140}
                {...form.getInputProps('form_products')}
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
