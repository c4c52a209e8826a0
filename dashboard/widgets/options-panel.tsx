import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/core/styles/ColorPicker.css'
import '@mantine/core/styles/ColorInput.css'
import '@mantine/core/styles/Slider.css'
import {
  Anchor,
  Button,
  Checkbox,
  Collapse,
  ColorInput,
  Divider,
  Input,
  SegmentedControl,
  Select,
  Slider,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { elementsOf, options, storeWidgetNames, type WidgetName, widgetNames } from './choices.ts'
import { useChoices } from './choices-provider.tsx'
import { type ColorName, colorNames, lookOptions } from './look.ts'
import { ProductSelect } from './product-select.tsx'
import type { ShopProduct } from './query.ts'
import classes from './widgets.module.css'

/** The form for all widget choices. */
export function OptionsPanel({ product }: { product: ShopProduct | undefined }) {
  const texts = useTexts('widgets')
  const { store_id, isOwner } = useStore()
  const { choices, change, reset, isDefault } = useChoices()
  return (
    <Stack gap="md">
      <Input.Wrapper label={texts.place} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={texts.place}
          value={choices.place}
          onChange={place => change({ place })}
          data={options.place.map(value => ({ value, label: texts.places[value] }))}
        />
      </Input.Wrapper>
      {choices.place === 'product' && (
        <Checkbox.Group
          label={texts.shown}
          value={choices.widgets}
          error={choices.widgets.length === 0 && texts.needsOne}
          onChange={chosen => change({ widgets: widgetNames.filter(name => chosen.includes(name)) })}
        >
          <Stack gap={8} mt={6}>
            {widgetNames.map(name => (
              <Checkbox key={name} value={name} label={texts.widgets[name]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {choices.place === 'store' && (
        <Checkbox.Group
          label={texts.shown}
          description={texts.storeLead}
          value={choices.storeWidgets}
          error={choices.storeWidgets.length === 0 && texts.needsOne}
          onChange={chosen =>
            change({ storeWidgets: storeWidgetNames.filter(name => chosen.includes(name)) })
          }
        >
          <Stack gap={8} mt={6}>
            {storeWidgetNames.map(name => (
              <Checkbox key={name} value={name} label={texts.widgets[name]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <ElementOptions />
      {choices.place === 'product' && product && (
        <ProductSelect key={product.product_id} product={product} choose={id => change({ product: id })} />
      )}
      <Divider label={texts.look} />
      <Text size="sm" c="dimmed">
        {isOwner ? texts.savedLead : texts.onlyOwners}
      </Text>
      <fieldset disabled={!isOwner} className={classes.fields}>
        <Stack gap="md">
          <DesignOptions />
          <WidgetOptions />
          {isOwner && (
            <Button variant="subtle" color="gray" onClick={reset} disabled={isDefault}>
              {texts.reset}
            </Button>
          )}
        </Stack>
      </fieldset>
      <Anchor component={Link} to={`/${store_id}/mail?tab=words`} size="sm">
        {texts.mailLook}
      </Anchor>
    </Stack>
  )
}

function WidgetOptions() {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  const hasWidget = (name: WidgetName) => elementsOf(choices).includes(`rw-${name}`)
  return (
    <>
      {hasWidget('rating') && (
        <Select
          label={texts.starsStyle}
          allowDeselect={false}
          value={choices.stars}
          data={lookOptions.stars.map(value => ({ value, label: texts.starStyles[value] }))}
          onChange={value => change({ stars: value ?? 'five' })}
        />
      )}
      {hasWidget('reviews') && <ReviewsOptions />}
      {hasWidget('questions') && (
        <Switch
          label={texts.asks}
          checked={choices.asks}
          onChange={event => change({ asks: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

function ReviewsOptions() {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  return (
    <>
      <Select
        label={texts.header}
        allowDeselect={false}
        value={choices.header}
        data={lookOptions.header.map(value => ({ value, label: texts.headers[value] }))}
        onChange={value => change({ header: value ?? 'default' })}
      />
      <Select
        label={texts.list}
        allowDeselect={false}
        value={choices.list}
        data={lookOptions.list.map(value => ({ value, label: texts.lists[value] }))}
        onChange={value => change({ list: value ?? 'grid' })}
      />
      <TextInput
        label={texts.perPage}
        type="number"
        min={1}
        max={100}
        value={choices.perPage}
        onChange={event => {
          const perPage = event.currentTarget.valueAsNumber
          if (Number.isInteger(perPage) && perPage >= 1 && perPage <= 100) change({ perPage })
        }}
      />
      <Switch
        label={texts.structured}
        description={texts.structuredHint}
        checked={choices.structured}
        onChange={event => change({ structured: event.currentTarget.checked })}
      />
      <Switch
        label={texts.topics}
        description={texts.topicsHint}
        checked={choices.topics}
        onChange={event => change({ topics: event.currentTarget.checked })}
      />
    </>
  )
}

/** Choices that are part of the code: they decide how much space an element takes, or what it shows. */
function ElementOptions() {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  const has = (name: WidgetName) => elementsOf(choices).includes(`rw-${name}`)
  return (
    <>
      {has('gallery') && (
        <Input.Wrapper label={texts.rows} labelElement="div">
          <SegmentedControl
            fullWidth
            mt={6}
            aria-label={texts.rows}
            value={choices.rows}
            onChange={rows => change({ rows })}
            data={options.rows.toSorted()}
          />
        </Input.Wrapper>
      )}
      {has('carousel') && (
        <Select
          label={texts.source}
          allowDeselect={false}
          value={choices.source}
          data={options.source.map(value => ({ value, label: texts.sources[value] }))}
          onChange={value => change({ source: value ?? 'newest' })}
        />
      )}
      {has('badge') && (
        <>
          <Select
            label={texts.badge}
            allowDeselect={false}
            value={choices.badge}
            data={options.badge.map(value => ({ value, label: texts.badges[value] }))}
            onChange={value => change({ badge: value ?? 'frame' })}
          />
          <TextInput
            label={texts.url}
            description={texts.urlHint}
            value={choices.url}
            maxLength={500}
            onChange={event => change({ url: event.currentTarget.value.trim() })}
          />
        </>
      )}
    </>
  )
}

const mainColors: ColorName[] = ['star', 'primary', 'text', 'background']

function DesignOptions() {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  return (
    <>
      <Colors />
      <LabelledSlider
        label={texts.radius}
        value={choices.radius}
        min={0}
        max={24}
        choose={radius => change({ radius })}
      />
      <LabelledSlider
        label={texts.size}
        hint={texts.sizeHint}
        value={choices.size}
        min={12}
        max={22}
        choose={size => change({ size })}
      />
      <Select
        label={texts.font}
        allowDeselect={false}
        value={choices.font}
        data={lookOptions.font.map(value => ({ value, label: texts.fonts[value] }))}
        onChange={value => change({ font: value ?? 'page' })}
      />
    </>
  )
}

/** The colours that most shops change, and the others on demand. */
function Colors() {
  const texts = useTexts('widgets')
  const [opened, { toggle }] = useDisclosure(false)
  const otherColors = colorNames.filter(name => !mainColors.includes(name))
  return (
    <>
      <div className={classes.colors}>
        {mainColors.map(name => (
          <ColorField key={name} name={name} />
        ))}
      </div>
      <Collapse expanded={opened}>
        <div className={classes.colors}>
          {otherColors.map(name => (
            <ColorField key={name} name={name} />
          ))}
        </div>
      </Collapse>
      <Button variant="default" size="xs" aria-expanded={opened} onClick={toggle}>
        {texts.moreColors}
      </Button>
    </>
  )
}

function ColorField({ name }: { name: ColorName }) {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  const chosen = choices[name]
  // A half-typed value is not a colour yet, so the text has a state of its own.
  const [text, setText] = useState(chosen)
  useEffect(() => setText(chosen), [chosen])
  // The picker opens by click, touch or arrow key. It would cover the preview for everyone who tabs past the field.
  const [isPicking, setPicking] = useState(false)
  return (
    <ColorInput
      label={texts.color[name]}
      placeholder={texts.ofPage}
      format="hex"
      withEyeDropper={false}
      withPreview={text !== ''}
      fixOnBlur={false}
      value={text}
      withPicker={isPicking}
      onClick={() => setPicking(true)}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown' || key === 'Escape') setPicking(key === 'ArrowDown')
      }}
      onBlur={() => {
        setPicking(false)
        setText(chosen)
      }}
      onChange={value => {
        setText(value)
        if (/^(#[0-9a-f]{6})?$/i.test(value)) change({ [name]: value.toLowerCase() })
      }}
    />
  )
}

function LabelledSlider({
  label,
  hint,
  value,
  min,
  max,
  choose,
}: {
  label: string
  hint?: string
  value: number
  min: number
  max: number
  choose: (value: number) => void
}) {
  return (
    <Input.Wrapper label={label} description={hint} labelElement="div">
      <Slider
        mt={6}
        thumbLabel={label}
        min={min}
        max={max}
        value={value}
        label={px => `${px} px`}
        onChange={choose}
      />
    </Input.Wrapper>
  )
}
