import {
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import type { ReactNode } from 'react'
import type { RequestRule } from '../../../server/tenants/stores/settings/request-rules.ts'
import { CountriesPicker } from '../../parts/pickers/pickers.tsx'
import { useTexts } from '../../words/words.tsx'
import { ProductsPicker } from '../review-form/products-picker.tsx'
import { RuleEffects } from './rule-effects.tsx'
import { RuleTest, type RuleTestProps } from './rule-test.tsx'
import classes from './rules.module.css'
import { without } from './without.ts'

const longest = 60 // characters
const mostTags = 50

type Props = {
  rule: RequestRule
  problems: Record<string, string>
  /** Of prices, if it is known. */
  currency: string | null
} & Pick<RuleTestProps, 'usualDelay' | 'locale' | 'saved' | 'change'>

/** One rule: its name, the orders and products that it is for, and what it changes. */
export function RuleEditor({ rule, problems, currency, change, ...test }: Props) {
  const texts = useTexts('rules')
  const { then } = rule
  const setThen = (next: RequestRule['then']) => change({ ...rule, then: next })
  const skip = () => {
    const { test: _, ...untested } = rule
    change({ ...untested, then: { ask: false } })
  }
  return (
    <Stack gap="lg">
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        maxLength={longest}
        value={rule.name}
        error={problems.name}
        onChange={event => change({ ...rule, name: event.currentTarget.value })}
      />
      <Part title={texts.when} lead={texts.whenLead}>
        <Conditions {...{ rule, problems, currency, change }} />
      </Part>
      <Part title={texts.then}>
        <SegmentedControl
          aria-label={texts.then}
          data={[
            { value: 'ask', label: texts.ask },
            { value: 'skip', label: texts.dontAsk },
          ]}
          value={then.ask === false ? 'skip' : 'ask'}
          onChange={value => (value === 'ask' ? setThen({ ask: true }) : skip())}
        />
        {then.ask !== false && <RuleEffects {...{ then, problems }} change={setThen} />}
      </Part>
      {then.ask !== false && (
        <Part title={texts.test.title} lead={texts.test.lead}>
          <RuleTest {...{ rule, problems, change, ...test }} />
        </Part>
      )}
    </Stack>
  )
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <div>
        <Title order={3} size="h6">
          {title}
        </Title>
        {lead && (
          <Text size="sm" c="dimmed">
            {lead}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  )
}

function Conditions({
  rule,
  problems,
  currency,
  change,
}: Pick<Props, 'rule' | 'problems' | 'currency' | 'change'>) {
  const texts = useTexts('rules')
  const { when } = rule
  const set = (fields: Partial<RequestRule['when']>) =>
    change({ ...rule, when: without({ ...when, ...fields }) })
  const { product_ids, group_ids } = when
  const chosen = { ...(product_ids && { product_ids }), ...(group_ids && { groups: group_ids }) }
  const priceLabel = (label: string) => (currency ? `${label} (${currency})` : label)
  return (
    <>
      <ProductsPicker
        label={texts.productsLabel}
        chosen={product_ids || group_ids ? chosen : undefined}
        choose={products => set({ product_ids: products?.product_ids, group_ids: products?.groups })}
      />
      <TagsInput
        label={texts.tags}
        description={texts.tagsHint}
        maxTags={mostTags}
        value={when.tags ?? []}
        error={problems.tags}
        onChange={tags => set({ tags: tags.length > 0 ? tags : undefined })}
      />
      <div className={classes.fields}>
        <Price
          label={priceLabel(texts.priceFrom)}
          value={when.price_from}
          set={price_from => set({ price_from })}
        />
        <Price
          label={priceLabel(texts.priceTo)}
          value={when.price_to}
          error={problems.price_to}
          set={price_to => set({ price_to })}
        />
      </div>
      <div className={classes.fields}>
        <CountriesPicker
          label={texts.countries}
          placeholder={when.countries ? undefined : texts.anyCountry}
          value={when.countries ?? []}
          onChange={countries => set({ countries: countries.length > 0 ? countries : undefined })}
        />
        <Select
          label={texts.buyer}
          allowDeselect={false}
          data={[
            { value: '', label: texts.anyBuyer },
            { value: 'first', label: texts.buyers.first },
            { value: 'repeated', label: texts.buyers.repeated },
          ]}
          value={when.buyer ?? ''}
          onChange={value => set({ buyer: value === 'first' || value === 'repeated' ? value : undefined })}
        />
      </div>
    </>
  )
}

type PriceProps = {
  label: string
  value: number | undefined
  error?: string | undefined
  set: (price: number | undefined) => void
}

function Price({ label, value, error, set }: PriceProps) {
  return (
    <NumberInput
      label={label}
      min={0}
      max={9_999_999_999}
      decimalScale={2}
      hideControls
      value={value ?? ''}
      error={error}
      onChange={given => set(given === '' ? undefined : Number(given))}
    />
  )
}
