import { Button, NumberInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { patch } from '../api.ts'
import { useAction } from '../parts/action.ts'
import { Section } from '../parts/layout/section.tsx'
import { useSizes } from '../parts/sizes.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './operator.module.css'
import { type OperatedStoreDetail, operatorPath } from './query.ts'

const names = [
  'orders_per_month',
  'orders_per_minute',
  'mails_per_day',
  'api_requests_per_minute',
  'stored_bytes',
  'reviews_per_import',
] as const

type Name = (typeof names)[number]
type Values = Record<Name, number | string>

const megabyte = 1024 ** 2 // bytes

/** The limits of a store. An empty field is no limit. */
export function LimitsForm({ store }: { store: OperatedStoreDetail }) {
  const { store: texts, limits } = useTexts('operator')
  const queryClient = useQueryClient()
  const form = useForm<Values>({ initialValues: valuesOf(store) })
  const { busy, run } = useAction(texts.saved, () =>
    queryClient.invalidateQueries({ queryKey: ['operator'] }),
  )
  const useText = useUse(store)
  const submit = form.onSubmit(values =>
    run(() => patch(operatorPath(`/stores/${store.store_id}`), { limits: limitsOf(values) })),
  )
  return (
    <Section title={texts.limits} lead={texts.limitsLead}>
      <form onSubmit={submit}>
        <div className={classes.limits}>
          {names.map(name => (
            <NumberInput
              key={name}
              label={limits[name]}
              description={useText(name)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder={texts.noLimit}
              min={0}
              max={name === 'stored_bytes' ? 8_000_000_000 : 2_147_483_647}
              allowDecimal={false}
              thousandSeparator=" "
              {...form.getInputProps(name)}
            />
          ))}
        </div>
        <Button type="submit" mt="md" loading={busy} disabled={!form.isDirty()}>
          {texts.save}
        </Button>
      </form>
    </Section>
  )
}

function useUse({ use, orders_of_month, stored_bytes }: OperatedStoreDetail) {
  const texts = useTexts('operator').store
  const { number } = useFormats()
  const { bytes } = useSizes()
  return (name: Name): string | undefined => {
    if (name === 'orders_per_month') return texts.used({ used: number(orders_of_month) })
    if (name === 'stored_bytes') return texts.used({ used: bytes(stored_bytes) })
    const used = use.find(one => one.name === name)?.used
    return used === undefined || used === null ? undefined : texts.used({ used: number(used) })
  }
}

function valuesOf({ limits }: OperatedStoreDetail): Values {
  const shownLimit = (name: Name) => {
    const limit = limits[name]
    if (limit === null) return ''
    return name === 'stored_bytes' ? Math.round(limit / megabyte) : limit
  }
  return Object.fromEntries(names.map(name => [name, shownLimit(name)])) as Values
}

function limitsOf(values: Values): Record<string, number | null> {
  const limitOf = (name: Name) => {
    if (values[name] === '') return null
    return Number(values[name]) * (name === 'stored_bytes' ? megabyte : 1)
  }
  return Object.fromEntries(names.map(name => [name, limitOf(name)]))
}
