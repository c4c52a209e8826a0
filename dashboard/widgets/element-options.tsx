import { Input, SegmentedControl, TextInput } from '@mantine/core'
import { Switch } from '../parts/pickers/switch.tsx'
import { useTexts } from '../words/words.tsx'
import { elementsOf, options } from './choices.ts'
import { useChoices } from './choices-provider.tsx'
import { lookOptions } from './look.ts'
import { OneOf } from './one-of.tsx'

/** The saved look of the chosen elements. */
export function WidgetOptions() {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  const elements = elementsOf(choices)
  return (
    <>
      {elements.includes('rw-rating') && (
        <OneOf
          label={texts.starsStyle}
          value={choices.stars}
          values={lookOptions.stars}
          labels={texts.starStyles}
          choose={stars => change({ stars })}
        />
      )}
      {elements.includes('rw-reviews') && <ReviewsOptions />}
      {elements.includes('rw-questions') && (
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
      <OneOf
        label={texts.header}
        value={choices.header}
        values={lookOptions.header}
        labels={texts.headers}
        choose={header => change({ header })}
      />
      <OneOf
        label={texts.list}
        value={choices.list}
        values={lookOptions.list}
        labels={texts.lists}
        choose={list => change({ list })}
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
export function ElementOptions() {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  const elements = elementsOf(choices)
  return (
    <>
      {elements.includes('rw-gallery') && (
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
      {elements.includes('rw-carousel') && (
        <OneOf
          label={texts.source}
          value={choices.source}
          values={options.source}
          labels={texts.sources}
          choose={source => change({ source })}
        />
      )}
      {elements.includes('rw-badge') && (
        <>
          <OneOf
            label={texts.badge}
            value={choices.badge}
            values={options.badge}
            labels={texts.badges}
            choose={badge => change({ badge })}
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
