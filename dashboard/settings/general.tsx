import { ColorInput, Group, Select, TextInput } from '@mantine/core'
import type { SettingsChange } from '../../server/stores/settings-schemas.ts'
import { Section } from '../parts/layout/section.tsx'
import type { Settings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import { type Form, SettingsForm } from './settings-form.tsx'

/** The store's name, location, email design and legal details. */
export function GeneralSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsForm name="general" saved={toValues(settings)} toChange={toChange}>
      {form => (
        <>
          <StoreFields form={form} zone={settings.time_zone} />
          <DesignFields form={form} />
          <LegalFields form={form} />
        </>
      )}
    </SettingsForm>
  )
}

type Values = ReturnType<typeof toValues>
type Props = { form: Form<Values> }

function StoreFields({ form, zone }: Props & { zone: string }) {
  const texts = useTexts('settings')
  const zones = [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])]
  return (
    <Section title={texts.store}>
      <TextInput label={texts.name} {...form.field('name')} />
      <TextInput label={texts.site} type="url" placeholder="https://" {...form.field('site_url')} />
      <TextInput label={texts.locale} description={texts.localeHint} {...form.field('locale')} />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <Select
          label={texts.timeZone}
          data={zones}
          searchable
          allowDeselect={false}
          limit={50}
          miw={200}
          {...form.field('time_zone')}
        />
        <TextInput
          label={texts.country}
          maxLength={2}
          placeholder={texts.countryHint}
          miw={120}
          {...form.field('country')}
        />
      </Group>
    </Section>
  )
}

function DesignFields({ form }: Props) {
  const texts = useTexts('settings')
  return (
    <Section title={texts.look}>
      <ColorInput
        label={texts.color}
        format="hex"
        withEyeDropper={false}
        maw={240}
        {...form.field('color')}
      />
      <TextInput label={texts.logo} type="url" placeholder="https://" {...form.field('logo_url')} />
    </Section>
  )
}

function LegalFields({ form }: Props) {
  const texts = useTexts('settings')
  return (
    <Section title={texts.legal}>
      <TextInput label={texts.privacyPage} type="url" placeholder="https://" {...form.field('privacy_url')} />
      <TextInput label={texts.dataHolder} description={texts.dataHolderHint} {...form.field('data_holder')} />
      <TextInput
        label={texts.contact}
        description={texts.contactHint}
        type="email"
        {...form.field('contact_email')}
      />
    </Section>
  )
}

// Inputs need strings, so unset values become empty.
function toValues({ name, locale, time_zone, country, color, ...settings }: Settings) {
  return {
    ...{ name, locale, time_zone, country, color },
    logo_url: settings.logo_url ?? '',
    site_url: settings.site_url ?? '',
    privacy_url: settings.privacy_url ?? '',
    data_holder: settings.data_holder ?? '',
    contact_email: settings.contact_email ?? '',
  }
}

function toChange(values: Values): SettingsChange {
  return {
    ...values,
    color: values.color.toLowerCase(),
    logo_url: blankToNull(values.logo_url),
    site_url: blankToNull(values.site_url),
    privacy_url: blankToNull(values.privacy_url),
    data_holder: blankToNull(values.data_holder),
    contact_email: blankToNull(values.contact_email),
  }
}

const blankToNull = (text: string) => (text.trim() === '' ? null : text.trim())
