import {
  Button,
  Checkbox,
  Collapse,
  ColorInput,
  Divider,
  Input,
  NumberInput,
  SegmentedControl,
  Select,
  Slider,
  Stack,
  Switch,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTexts } from '../words/words.tsx'
import { type ColorName, colors, options, type ShownName, shownNames } from './choices.ts'
import { useChoices } from './choices-provider.tsx'
import type { ShopProduct } from './data.ts'
import { ProductSelect } from './product-select.tsx'
import classes from './widgets.module.css'

/** Everything about the widgets that can be chosen. */
export function OptionsPanel({ product }: { product: ShopProduct | undefined }) {
  const texts = useTexts('widgets')
  const { choices, change, reset } = useChoices()
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
          value={choices.shown}
          error={choices.shown.length === 0 && texts.needsOne}
          onChange={shown => change({ shown: shownNames.filter(name => shown.includes(name)) })}
        >
          <Stack gap={8} mt={6}>
            {shownNames.map(name => (
              <Checkbox key={name} value={name} label={texts.widgets[name]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {choices.place === 'product' && product && (
        <ProductSelect key={product.product_id} product={product} choose={id => change({ product: id })} />
      )}
      <WidgetOptions />
      <Divider label={texts.look} />
      <LookOptions />
      <Button variant="subtle" color="gray" onClick={reset}>
        {texts.reset}
      </Button>
    </Stack>
  )
}

function WidgetOptions() {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  const shows = (name: ShownName) =>
    choices.place === 'list' ? name === 'rating' : choices.shown.includes(name)
  return (
    <>
      {shows('rating') && (
        <Select
          label={texts.starsStyle}
          allowDeselect={false}
          value={choices.stars}
          data={options.stars.map(value => ({ value, label: texts.starStyles[value] }))}
          onChange={value => change({ stars: value ?? 'five' })}
        />
      )}
      {shows('reviews') && <ReviewsOptions />}
      {shows('questions') && (
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
        data={options.header.map(value => ({ value, label: texts.headers[value] }))}
        onChange={value => change({ header: value ?? 'default' })}
      />
      <Select
        label={texts.list}
        allowDeselect={false}
        value={choices.list}
        data={options.list.map(value => ({ value, label: texts.lists[value] }))}
        onChange={value => change({ list: value ?? 'grid' })}
      />
      <NumberInput
        label={texts.perPage}
        min={1}
        max={100}
        clampBehavior="strict"
        allowDecimal={false}
        value={choices.perPage}
        onChange={value => typeof value === 'number' && change({ perPage: value })}
      />
    </>
  )
}

const firstColors: ColorName[] = ['star', 'primary', 'text', 'background']

function LookOptions() {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  return (
    <>
      <Colors />
      <Measure
        label={texts.radius}
        value={choices.radius}
        min={0}
        max={24}
        choose={radius => change({ radius })}
      />
      <Measure label={texts.size} value={choices.size} min={12} max={22} choose={size => change({ size })} />
      <Select
        label={texts.font}
        allowDeselect={false}
        value={choices.font}
        data={options.font.map(value => ({ value, label: texts.fonts[value] }))}
        onChange={value => change({ font: value ?? 'page' })}
      />
      <Select
        label={texts.language}
        allowDeselect={false}
        value={choices.lang}
        data={options.lang.map(value => ({ value, label: texts.languages[value] }))}
        onChange={value => change({ lang: value ?? '' })}
      />
    </>
  )
}

/** The colors that most shops change, and the others on demand. */
function Colors() {
  const texts = useTexts('widgets')
  const [opened, { toggle }] = useDisclosure(false)
  const others = (Object.keys(colors) as ColorName[]).filter(name => !firstColors.includes(name))
  return (
    <>
      <div className={classes.colors}>
        {firstColors.map(name => (
          <Color key={name} name={name} />
        ))}
      </div>
      <Collapse expanded={opened}>
        <div className={classes.colors}>
          {others.map(name => (
            <Color key={name} name={name} />
          ))}
        </div>
      </Collapse>
      <Button variant="default" size="xs" aria-expanded={opened} onClick={toggle}>
        {texts.moreColors}
      </Button>
    </>
  )
}

function Color({ name }: { name: ColorName }) {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  const chosen = choices.colors[name]
  // What is typed is no colour until its last sign.
  const [text, setText] = useState(chosen)
  useEffect(() => setText(chosen), [chosen])
  return (
    <ColorInput
      label={texts.color[name]}
      placeholder={texts.ofPage}
      format="hex"
      withEyeDropper={false}
      withPreview={text !== ''}
      fixOnBlur={false}
      value={text}
      onBlur={() => setText(chosen)}
      onChange={value => {
        setText(value)
        if (/^(#[0-9a-f]{6})?$/i.test(value)) change({ colors: { [name]: value.toLowerCase() } })
      }}
    />
  )
}

function Measure({
  label,
  value,
  min,
  max,
  choose,
}: {
  label: string
  value: number
  min: number
  max: number
  choose: (value: number) => void
}) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Slider
        mt={6}
        thumbLabel={label}
        min={min}
        max={max}
        value={value}
        label={now => `${now} px`}
        onChange={choose}
      />
    </Input.Wrapper>
  )
}
