import { mails } from 'texts:languages'
import {
  type ComboboxItem,
  MultiSelect,
  type MultiSelectProps,
  type OptionsFilter,
  Select,
  type SelectProps,
} from '@mantine/core'
import { useMemo, useReducer } from 'react'
import { nativeNames } from '../../../texts/names.ts'
import { useLanguageNames } from '../../words/language-names.ts'
import { useLanguage } from '../../words/words.tsx'
import { countries, shopperLanguages } from './countries.ts'

type Props = Omit<SelectProps, 'data' | 'value'> & { value?: string }

/** Chooses a country by its name in the reader's language, or by its code. The value is the ISO 3166-1 code. */
export function CountryPicker(props: Props) {
  return <Picker data={useCountryNames()} {...props} />
}

/** Chooses several countries. */
export function CountriesPicker(props: Omit<MultiSelectProps, 'data'>) {
  return <Several data={useCountryNames()} {...props} />
}

function useCountryNames(): ComboboxItem[] {
  const { language } = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return sorted(countries, code => names.of(code) ?? code, language)
  }, [language])
}

/** Chooses the language of mails and forms. The value is a BCP 47 tag. */
export function LanguagePicker(props: Props) {
  const { language } = useLanguage()
  const nameOf = useLanguageNames()
  const { value } = props
  const data = useMemo(() => {
    // A store made by a command may have another tag, such as fr-FR.
    const tags = [...new Set([...shopperLanguages, ...(value ? [value] : [])])]
    return sorted(tags, nameOf, language)
  }, [language, nameOf, value])
  return <Picker data={data} {...props} />
}

/** Chooses some of the languages that mails and forms are written in, each by its own name. */
export function LanguagesPicker(props: Omit<MultiSelectProps, 'data'>) {
  return <Several data={useNativeNames()} {...props} />
}

function Several(props: MultiSelectProps) {
  return <MultiSelect filter={byNameOrCode} searchable comboboxProps={{ shadow: 'md' }} {...props} />
}

/** Chooses one of the languages that forms are written in, by its own name. */
export function ShopperLanguagePicker(props: Props) {
  return <Picker data={useNativeNames()} {...props} />
}

function useNativeNames(): ComboboxItem[] {
  return useMemo(() => {
    const names: Record<string, string> = nativeNames(mails)
    return sorted(mails, tag => names[tag] ?? tag, 'en')
  }, [])
}

/** Chooses a time zone by its city, region or present difference to UTC. The value is the IANA name. */
export function TimeZonePicker(props: Props) {
  const { language } = useLanguage()
  const { value } = props
  // Each of over 400 zones needs a formatter of its own, so they wait until the list is opened.
  const [isOpened, open] = useReducer(() => true, false)
  const data = useMemo(() => {
    const zones = Intl.supportedValuesOf('timeZone').filter(zone => isOpened || zone === value)
    return sorted(zones, zone => `${cityOf(zone)} · ${offsetOf(zone)}`, language)
  }, [isOpened, language, value])
  return <Picker data={data} onDropdownOpen={open} {...props} />
}

// A value that is not in the list, such as one set by command, stays and is displayed as it is.
function Picker({ data, value = '', ...props }: Props & { data: ComboboxItem[] }) {
  const isListed = data.some(item => item.value === value)
  const items = isListed || !value ? data : [{ value, label: value }, ...data]
  return (
    <Select
      data={items}
      value={value}
      filter={byNameOrCode}
      searchable
      allowDeselect={false}
      limit={60}
      comboboxProps={{ shadow: 'md' }}
      {...props}
    />
  )
}

const byNameOrCode: OptionsFilter = ({ options, search }) => {
  const wanted = folded(search)
  return (options as ComboboxItem[]).filter(
    ({ label, value }) => folded(label).includes(wanted) || folded(value).includes(wanted),
  )
}

// So that "sao" and "São" find each other.
const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('_', ' ').toLowerCase().trim()

function sorted(values: string[], labelOf: (value: string) => string, language: string): ComboboxItem[] {
  const order = new Intl.Collator(language).compare
  return values.map(value => ({ value, label: labelOf(value) })).toSorted((a, b) => order(a.label, b.label))
}

/** `America/Argentina/Buenos_Aires` is `Buenos Aires (America/Argentina)`. */
function cityOf(zone: string): string {
  const [city = zone, ...region] = zone.replaceAll('_', ' ').split('/').reverse()
  return region.length === 0 ? city : `${city} (${region.reverse().join('/')})`
}

function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts()
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length)
  return `UTC${offset?.replace('-', '−') ?? ''}`
}
