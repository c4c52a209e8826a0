import { Group, Skeleton, TagsInput, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { SettingsChange } from '../../server/tenants/stores/settings/settings-schemas.ts'
import { Section } from '../parts/layout/section.tsx'
import { Switch } from '../parts/pickers/switch.tsx'
import type { Settings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import { Calendar } from './calendar.tsx'
import type { ScheduleDraft } from './rules/use-preview.ts'
import { type Form, SettingsForm } from './settings-form.tsx'

// In a chunk of its own: few stores have rules.
const Rules = lazy(async () => ({ default: (await import('./rules/rules.tsx')).Rules<Values> }))

/** When review requests are sent. The calendar previews unsaved changes. */
export function ScheduleSettings({ settings }: { settings: Settings }) {
  const texts = useTexts('settings')
  return (
    <SettingsForm name="schedule" saved={toValues(settings)} toChange={toChange}>
      {form => (
        <>
          <RequestFields form={form} knowsHolidays={settings.knows_holidays} />
          <Section title={texts.calendar} lead={texts.calendarLead}>
            <Calendar
              draft={{
                delay: toNumber(form.values.request_delay_days),
                send_at: form.values.send_at,
                weekends: form.values.avoid_weekends,
                holidays: form.values.avoid_holidays,
                own_holidays: form.values.own_holidays.join(',') || 'none',
              }}
            />
          </Section>
          <ReminderFields form={form} />
          <Suspense fallback={<Skeleton h={200} radius="lg" />}>
            <Rules form={form} settings={settings} draft={draftOf(toChange(form.values))} />
          </Suspense>
        </>
      )}
    </SettingsForm>
  )
}

type Values = ReturnType<typeof toValues>

function RequestFields({ form, knowsHolidays }: { form: Form<Values>; knowsHolidays: boolean }) {
  const texts = useTexts('settings')
  return (
    <Section title={texts.requests}>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          type="number"
          label={texts.delay}
          min={0}
          max={365}
          miw={140}
          {...form.field('request_delay_days')}
        />
        <TextInput label={texts.sendAt} type="time" miw={140} {...form.field('send_at')} />
      </Group>
      <Switch label={texts.weekends} {...form.checkbox('avoid_weekends')} />
      <Switch
        label={texts.holidays}
        description={knowsHolidays ? undefined : texts.holidaysUnknown}
        {...form.checkbox('avoid_holidays')}
      />
      <TagsInput
        label={texts.ownHolidays}
        description={texts.ownHolidaysHint}
        maxTags={60}
        {...form.field('own_holidays')}
      />
      <Switch label={texts.paused} description={texts.pausedHint} {...form.checkbox('requests_paused')} />
    </Section>
  )
}

function ReminderFields({ form }: { form: Form<Values> }) {
  const texts = useTexts('settings')
  return (
    <Section title={texts.reminders}>
      <TagsInput
        aria-label={texts.reminders}
        description={texts.remindersHint}
        maxTags={2}
        inputMode="numeric"
        {...form.field('reminder_days')}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          type="number"
          label={texts.linkDays}
          min={1}
          max={365}
          miw={140}
          {...form.field('link_days')}
        />
        <TextInput
          type="number"
          label={texts.formProducts}
          min={1}
          max={50}
          miw={140}
          {...form.field('form_products')}
        />
      </Group>
      <TextInput
        type="number"
        label={texts.reviewPeriod}
        description={texts.reviewPeriodHint}
        min={1}
        max={365}
        {...form.field('review_period_days')}
      />
      <TextInput
        type="number"
        label={texts.askAgain}
        description={texts.askAgainHint}
        min={1}
        max={3650}
        {...form.field('ask_again_after')}
      />
    </Section>
  )
}

function toValues(settings: Settings) {
  const { requests_paused, send_at, avoid_weekends, avoid_holidays, own_holidays } = settings
  return {
    ...{ requests_paused, send_at, avoid_weekends, avoid_holidays, own_holidays },
    request_rules: settings.request_rules,
    request_delay_days: settings.request_delay_days as number | string,
    reminder_days: settings.reminder_days.map(String),
    link_days: settings.link_days as number | string,
    form_products: settings.form_products as number | string,
    review_period_days: (settings.review_period_days ?? '') as number | string,
    ask_again_after: (settings.ask_again_after ?? '') as number | string,
  }
}

function toChange(values: Values): SettingsChange {
  return {
    ...values,
    request_delay_days: toNumber(values.request_delay_days),
    link_days: toNumber(values.link_days),
    form_products: toNumber(values.form_products),
    review_period_days: values.review_period_days === '' ? null : Number(values.review_period_days),
    ask_again_after: values.ask_again_after === '' ? null : Number(values.ask_again_after),
    reminder_days: values.reminder_days.map(Number).toSorted((a, b) => a - b),
  }
}

// An empty input holds ''. Send -1, which the server rejects with an explanation.
function toNumber(value: number | string): number {
  return value === '' ? -1 : Number(value)
}

function draftOf(change: SettingsChange): ScheduleDraft {
  const { request_rules, request_delay_days, send_at, avoid_weekends, avoid_holidays, own_holidays } = change
  return { request_rules, request_delay_days, send_at, avoid_weekends, avoid_holidays, own_holidays }
}
