import { Anchor, Group, Text, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import type { SettingsChange } from '../../server/tenants/stores/settings/settings-schemas.ts'
import { Section } from '../parts/layout/section.tsx'
import { CountryPicker, LanguagePicker, LanguagesPicker, TimeZonePicker } from '../parts/pickers/pickers.tsx'
import { useStore } from '../store.tsx'
import type { Settings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import { type Form, SettingsForm } from './settings-form.tsx'

/** The store's name, location and legal details. */
export function GeneralSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsForm name="general" saved={toValues(settings)} toChange={toChange}>
      {form => (
        <>
          <StoreFields form={form} />
          <RegionFields form={form} />
          <LegalFields form={form} />
        </>
      )}
    </SettingsForm>
  )
}

type Values = ReturnType<typeof toValues>
type Props = { form: Form<Values> }

function StoreFields({ form }: Props) {
  const texts = useTexts('settings')
  const { store_id } = useStore()
  return (
    <Section title={texts.store} lead={texts.storeLead}>
      <TextInput label={texts.name} {...form.field('name')} />
      <TextInput
        label={texts.site}
        description={texts.siteHint}
        type="url"
        placeholder="https://"
        {...form.field('site_url')}
      />
      <Text size="sm" c="dimmed">
        {texts.look}{' '}
        <Anchor component={Link} to={`/${store_id}/mail`} size="sm" underline="always">
          {texts.lookLink}
        </Anchor>
      </Text>
    </Section>
  )
}

function RegionFields({ form }: Props) {
  const texts = useTexts('settings')
  return (
    <Section title={texts.region} lead={texts.regionLead}>
      <LanguagePicker label={texts.locale} description={texts.localeHint} {...form.field('locale')} />
      <LanguagesPicker
        label={texts.languagesOff}
        description={texts.languagesOffHint}
        {...form.field('languages_off')}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <CountryPicker
          label={texts.country}
          description={texts.countryHint}
          miw={200}
          {...form.field('country')}
        />
        <TimeZonePicker
          label={texts.timeZone}
          description={texts.timeZoneHint}
          miw={200}
          {...form.field('time_zone')}
        />
      </Group>
    </Section>
  )
}

function LegalFields({ form }: Props) {
  const texts = useTexts('settings')
  return (
    <Section title={texts.legal} lead={texts.legalLead}>
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
function toValues({ name, locale, languages_off, time_zone, country, ...settings }: Settings) {
  return {
    ...{ name, locale, languages_off, time_zone, country },
    site_url: settings.site_url ?? '',
    privacy_url: settings.privacy_url ?? '',
    data_holder: settings.data_holder ?? '',
    contact_email: settings.contact_email ?? '',
  }
}

function toChange(values: Values): SettingsChange {
  return {
    ...values,
    site_url: values.site_url.trim() || null,
    privacy_url: values.privacy_url.trim() || null,
    data_holder: values.data_holder.trim() || null,
    contact_email: values.contact_email.trim() || null,
  }
}
