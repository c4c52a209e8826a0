import { Button, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { ApiFailure } from '../api.ts'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { type Details, useProductActions } from './query.ts'

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

const emptyValues: Values = {
  product_id: '',
  name: '',
  url: '',
  pictures: '',
  sku: '',
  price: 0,
  gtin: '',
  mpn: '',
}

/** A dialog with a product form. Edits `product` if it is given, else adds a new one. */
export function ProductDialog({
  product,
  close,
  onSaved,
}: {
  product?: Details | undefined
  close: () => void
  onSaved: (productId: string) => void
}) {
  const texts = useTexts('products')
  return (
    <Dialog close={close} title={product ? texts.editTitle : texts.addTitle} size="lg" ignoresOutsideClicks>
      <ProductForm product={product} close={close} onSaved={onSaved} />
    </Dialog>
  )
}

function ProductForm({ product, close, onSaved }: Parameters<typeof ProductDialog>[0]) {
  const texts = useTexts('products')
  const { common } = useCommonTexts()
  const { form, submit, failure } = useProductForm(product, onSaved)
  const fieldProps: FieldProps = name => ({ label: texts.fields[name], ...form.getInputProps(name) })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {!product && <NewProductId fieldProps={fieldProps} />}
        <TextInput
          {...fieldProps('name')}
          required
          maxLength={2048}
          data-autofocus={product ? true : undefined}
        />
        <TextInput {...fieldProps('url')} type="url" placeholder="https://" maxLength={2048} />
        <Textarea
          {...fieldProps('pictures')}
          description={texts.picturesHint}
          autosize
          minRows={1}
          maxRows={5}
        />
        <IdentifiersAndPrice fieldProps={fieldProps} />
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

type FieldProps = (name: keyof Values) => { label: string }

function NewProductId({ fieldProps }: { fieldProps: FieldProps }) {
  const texts = useTexts('products')
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.addLead}
      </Text>
      <TextInput {...fieldProps('product_id')} required maxLength={255} data-autofocus />
    </>
  )
}

function IdentifiersAndPrice({ fieldProps }: { fieldProps: FieldProps }) {
  return (
    <>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput {...fieldProps('sku')} maxLength={255} miw={140} />
        <NumberInput
          {...fieldProps('price')}
          min={0}
          max={9_999_999_999}
          decimalScale={4}
          miw={140}
          hideControls
        />
      </Group>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput {...fieldProps('gtin')} maxLength={255} miw={140} />
        <TextInput {...fieldProps('mpn')} maxLength={255} miw={140} />
      </Group>
    </>
  )
}

function useProductForm(product: Details | undefined, onSaved: (productId: string) => void) {
  const texts = useTexts('products')
  const { common } = useCommonTexts()
  const actions = useProductActions()
  const [failure, setFailure] = useState<unknown>()
  const form = useForm<Values>({ initialValues: product ? formValues(product) : emptyValues })
  const submit = form.onSubmit(async values => {
    setFailure(undefined)
    try {
      const request = toRequest(values)
      await (product ? actions.change(request) : actions.add(request))
      notifications.show({ message: product ? common.saved : texts.added })
      onSaved(request.product_id)
    } catch (error) {
      const errors = isDuplicate(error) ? { product_id: error.message } : fieldErrors(error)
      form.setErrors(errors)
      if (Object.keys(errors).length === 0) setFailure(error)
    }
  })
  return { form, submit, failure }
}

const formValues = (product: Details): Values => ({
  ...product,
  pictures: product.pictures.join('\n'),
  gtin: product.gtin ?? '',
  mpn: product.mpn ?? '',
})

const isDuplicate = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status === 422

function toRequest(values: Values) {
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
