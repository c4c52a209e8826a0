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
  Slider,
  Stack,
  Text,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { options, storeWidgetNames, type WidgetName, widgetNames } from './choices.ts'
import { useChoices } from './choices-provider.tsx'
import { ElementOptions, WidgetOptions } from './element-options.tsx'
import { type ColorName, colorNames, lookOptions } from './look.ts'
import { OneOf } from './one-of.tsx'
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
          orientation="vertical"
          aria-label={texts.place}
          value={choices.place}
          onChange={place => change({ place })}
          data={options.place.map(value => ({ value, label: texts.places[value] }))}
        />
      </Input.Wrapper>
      {choices.place === 'product' && (
        <WidgetChecks names={widgetNames} chosen={choices.widgets} choose={widgets => change({ widgets })} />
      )}
      {choices.place === 'store' && (
        <WidgetChecks
          names={storeWidgetNames}
          chosen={choices.storeWidgets}
          description={texts.storeLead}
          choose={storeWidgets => change({ storeWidgets })}
        />
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

type ChecksProps<Name> = {
  names: readonly Name[]
  chosen: Name[]
  description?: string
  choose: (names: Name[]) => void
}

function WidgetChecks<Name extends WidgetName>({ names, chosen, description, choose }: ChecksProps<Name>) {
  const texts = useTexts('widgets')
  return (
    <Checkbox.Group
      label={texts.shown}
      description={description}
      value={chosen}
      error={chosen.length === 0 && texts.needsOne}
      onChange={checked => choose(names.filter(name => checked.includes(name)))}
    >
      <Stack gap={8} mt={6}>
        {names.map(name => (
          <Checkbox key={name} value={name} label={texts.widgets[name]} />
        ))}
      </Stack>
    </Checkbox.Group>
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
      <OneOf
        label={texts.font}
        value={choices.font}
        labels={texts.fonts}
        values={lookOptions.font}
        choose={font => change({ font })}
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
