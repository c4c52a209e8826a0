import { Button, Group, Paper, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { Attribute, Label } from '../../../server/tenants/stores/settings/attribute-rules.ts'
import { Switch } from '../../parts/pickers/switch.tsx'
import { useTexts } from '../../words/words.tsx'
import { type Moves, MoveTools, Tool } from '../list-tools.tsx'
import { ProductsPicker } from './products-picker.tsx'

const types = ['scale', 'rating', 'choice', 'choices', 'text'] as const
const longest = 120 // characters
const mostOptions = 12

type Props = Moves & {
  attribute: Attribute
  number: number
  /** The language of the texts that are edited. */
  language: string
  change: (attribute: Attribute) => void
}

/** One question of the review form. */
export function QuestionEditor({ attribute, number, language, change, ...moves }: Props) {
  const texts = useTexts('review-form')
  const { type, label } = attribute
  const title = (label[language] ?? Object.values(label)[0] ?? '').trim() || texts.untitled({ number })
  const set = (fields: Partial<Attribute>) => change({ ...attribute, ...fields })
  const { products, ...ofAllProducts } = attribute
  return (
    <Paper withBorder radius="md" p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <LabelInput
            label={texts.question}
            value={label}
            language={language}
            onChange={label => set({ label })}
          />
          <MoveTools title={title} {...moves} />
        </Group>
        <Select
          label={texts.type}
          allowDeselect={false}
          data={types.map(value => ({ value, label: texts.types[value] }))}
          value={type}
          onChange={value => set({ type: value as Attribute['type'] })}
        />
        {type === 'scale' && (
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
            {(['low', 'mid', 'high'] as const).map(name => (
              <LabelInput
                key={name}
                label={texts.ends[name]}
                value={attribute[name] ?? {}}
                language={language}
                onChange={label => set({ [name]: label })}
              />
            ))}
          </SimpleGrid>
        )}
        {(type === 'choice' || type === 'choices') && (
          <Options
            options={attribute.options ?? twoOptions}
            language={language}
            change={options => set({ options })}
          />
        )}
        <ProductsPicker
          chosen={products}
          choose={products => change({ ...ofAllProducts, ...(products && { products }) })}
        />
        <Group gap="xl">
          <Switch
            label={texts.required}
            checked={attribute.required}
            onChange={event => set({ required: event.currentTarget.checked })}
          />
          <Switch
            label={texts.public}
            checked={attribute.public}
            onChange={event => set({ public: event.currentTarget.checked })}
          />
        </Group>
      </Stack>
    </Paper>
  )
}

type Option = NonNullable<Attribute['options']>[number]

const emptyOption: Option = { id: '', label: {} }
const twoOptions = [emptyOption, emptyOption]

type OptionsProps = { options: Option[]; language: string; change: (options: Option[]) => void }

function Options({ options, language, change }: OptionsProps) {
  const texts = useTexts('review-form')
  return (
    <Stack gap="xs">
      {options.map((option, index) => (
        <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
          <LabelInput
            label={texts.option({ number: index + 1 })}
            value={option.label}
            language={language}
            onChange={label => change(options.toSpliced(index, 1, { ...option, label }))}
          />
          <Tool
            icon="close"
            label={texts.removeOption({ number: index + 1 })}
            act={options.length > 2 ? () => change(options.toSpliced(index, 1)) : undefined}
          />
        </Group>
      ))}
      <Group>
        <Button
          variant="subtle"
          size="compact-md"
          disabled={options.length >= mostOptions}
          onClick={() => change([...options, emptyOption])}
        >
          {texts.addOption}
        </Button>
      </Group>
    </Stack>
  )
}

type LabelProps = { label: string; value: Label; language: string; onChange: (label: Label) => void }

/** A text in the edited language; what it says in another one is the placeholder. */
function LabelInput({ label, value, language, onChange }: LabelProps) {
  return (
    <TextInput
      flex={1}
      label={label}
      lang={language}
      dir="auto"
      maxLength={longest}
      value={value[language] ?? ''}
      placeholder={Object.values(value)[0] ?? ''}
      onChange={event => onChange({ ...value, [language]: event.currentTarget.value })}
    />
  )
}
