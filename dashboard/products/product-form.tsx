import { Button, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { ApiFailure } from '../api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorAlert } from '../parts/failure.tsx'
import { fieldErrors } from '../parts/field-problems.ts'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { type Details, useProductActs } from './query.ts'

type Values = {
  product_id: string
  name: string
  url: string
  pictures: string
  sku: string
  price: number | string
  gtin: string
  mpn: string
}

const none: Values = {
  product_id: '',
  name: '',
  url: '',
  pictures: '',
  sku: '',
  price: 0,
  gtin: '',
  mpn: '',
}

/** A product as a form in a dialog: `product` is changed; without one a new one is added. */
export function ProductDialog({
  product,
  close,
  done,
}: {
  product?: Details | undefined
  close: () => void
  done: (productId: string) => void
}) {
  const texts = useTexts('products')
  return (
    <Dialog close={close} title={product ? texts.editTitle : texts.addTitle} size="lg" ignoresOutsideClicks>
      <ProductForm product={product} close={close} done={done} />
    </Dialog>
  )
}

function ProductForm({ product, close, done }: Parameters<typeof ProductDialog>[0]) {
  const texts = useTexts('products')
  const { common } = useCommonTexts()
  const { form, submit, failure } = useProductForm(product, done)
  const field: FieldOf = name => ({ label: texts.fields[name], ...form.getInputProps(name) })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {!product && (
          <>
            <Text size="sm" c="dimmed">
              {texts.addLead}
            </Text>
            <TextInput {...field('product_id')} required maxLength={255} data-autofocus />
          </>
        )}
        <TextInput {...field('name')} required maxLength={2048} data-autofocus={product ? true : undefined} />
        <TextInput {...field('url')} type="url" placeholder="https://" maxLength={2048} />
        <Textarea {...field('pictures')} description={texts.picturesHint} autosize minRows={1} maxRows={5} />
        <Numbers field={field} />
        <ErrorAlert error={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={form.submitting}>
            {product ? common.save : texts.add}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type FieldOf = (name: keyof Values) => { label: string }

/** What catalogues and tills know a product by, and its price. */
function Numbers({ field }: { field: FieldOf }) {
  return (
    <>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput {...field('sku')} maxLength={255} miw={140} />
        <NumberInput
          {...field('price')}
          min={0}
          max={9_999_999_999}
          decimalScale={2}
          miw={140}
          hideControls
        />
      </Group>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput {...field('gtin')} maxLength={255} miw={140} />
        <TextInput {...field('mpn')} maxLength={255} miw={140} />
      </Group>
    </>
  )
}

function useProductForm(product: Details | undefined, done: (productId: string) => void) {
  const texts = useTexts('products')
  const { common } = useCommonTexts()
  const acts = useProductActs()
  const [failure, setFailure] = useState<unknown>()
  const form = useForm<Values>({ initialValues: product ? valuesOf(product) : none })
  const submit = form.onSubmit(async values => {
    setFailure(undefined)
    try {
      const sent = toSent(values)
      await (product ? acts.change(sent) : acts.add(sent))
      notifications.show({ message: product ? common.saved : texts.added })
      done(sent.product_id)
    } catch (error) {
      const errors = isDuplicate(error) ? { product_id: error.message } : fieldErrors(error)
      form.setErrors(errors)
      if (Object.keys(errors).length === 0) setFailure(error)
    }
  })
  return { form, submit, failure }
}

const valuesOf = (product: Details): Values => ({
  ...product,
  pictures: product.pictures.join('\n'),
  gtin: product.gtin ?? '',
  mpn: product.mpn ?? '',
})

const isDuplicate = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status === 422

function toSent(values: Values) {
  const { product_id, name, url, pictures, sku, price, gtin, mpn } = values
  return {
    product_id,
    name: name.trim(),
    url: url.trim(),
    sku: sku.trim(),
    gtin: gtin.trim(),
    mpn: mpn.trim(),
    price: Number(price) || 0,
    pictures: pictures.split(/\s+/).filter(Boolean),
  }
}
