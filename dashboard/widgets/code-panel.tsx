import { widgets as languages } from 'texts:languages'
import {
  Alert,
  Anchor,
  Button,
  Code,
  Group,
  Input,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { nativeNames } from '../../texts/names.ts'
import { styleRule } from '../../widgets/markup.js'
import { CopyValueButton } from '../parts/copying/copy-value-button.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { useUrlParams } from '../parts/url-params.ts'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import { type Choices, elementsOf, options } from './choices.ts'
import { useChoices } from './choices-provider.tsx'
import type { Step } from './code-parts.ts'
import { variablesOf } from './look.ts'
import { type Instructions, type Platform, platforms, stepsFor } from './platforms.ts'
import { type ShopProduct, useWidgetCode } from './query.ts'
import classes from './widgets.module.css'

const families = ['html', 'react', 'vue', 'nuvemshop', 'woocommerce', 'shopify', 'vtex'] as const
const vtexKinds = ['vtex-io', 'vtex-faststore', 'vtex-portal'] as const

type Props = { product: ShopProduct | undefined; goToCheck: () => void }

/** The steps to add the widget code to the shop's platform. */
export function CodePanel({ product, goToCheck }: Props) {
  const texts = useTexts('widgets')
  const instructions: Instructions = useTexts('widget-steps')
  const { store_id } = useStore()
  const { choices } = useChoices()
  const { data: code, error, refetch } = useWidgetCode()
  const [chosenPlatform, setPlatform] = usePlatform()
  const isStore = choices.place === 'store'
  const platform = isStore ? 'html' : chosenPlatform
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!code) return <Skeleton height={480} radius="lg" />
  const credentials = { script: code.script, storeId: store_id, storeKey: code.store_key }
  const sample = (choices.by === 'sku' ? product?.sku : product?.product_id) || 'P-1'
  const steps = stepsFor(platform, choices, credentials, sample)
  const note = instructions.note[platform]
  const numbered = steps.filter(({ step }) => step !== 'structured')
  const structured = steps.find(({ step }) => step === 'structured')
  const instructionOf = ({ step }: Step) => instructions[platform][step] ?? ''
  const firstWithProduct = numbered.find(({ step }) => ['stars', 'below', 'list'].includes(step))
  return (
    <Stack gap="lg" maw={860}>
      {!isStore && <PlatformChoice platform={platform} choose={setPlatform} />}
      <Text size="sm" c="dimmed">
        {texts.codeLead}
      </Text>
      <Group gap="xl" align="flex-start">
        {platform !== 'vtex-portal' && !isStore && <IdentifierChoice />}
        <LanguageChoice />
      </Group>
      <DownloadSize choices={choices} />
      <ol className={classes.steps}>
        {numbered.map((step, index) => (
          <li key={`${step.step} ${step.file ?? index}`} className={classes.step}>
            <CodeStep
              step={step}
              instruction={instructionOf(step)}
              hint={platform === 'html' && step === firstWithProduct && <ProductHint value={sample} />}
            />
          </li>
        ))}
      </ol>
      {note && (
        <Alert variant="light" color="gray">
          {note}
        </Alert>
      )}
      {!structured && choices.place === 'product' && (
        <Alert variant="light" color="gray">
          {texts.structuredByWidget}
        </Alert>
      )}
      {structured && <StructuredData step={structured} instruction={instructionOf(structured)} />}
      <ThemeCss choices={choices} />
      <Group>
        <Button onClick={goToCheck}>{texts.checkNext}</Button>
      </Group>
    </Stack>
  )
}

function usePlatform(): [Platform, (platform: Platform) => void] {
  const [params, change] = useUrlParams<'platform'>()
  const platform = platforms.find(name => name === params.get('platform')) ?? 'html'
  return [platform, chosen => change({ platform: chosen })]
}

function PlatformChoice({ platform, choose }: { platform: Platform; choose: (platform: Platform) => void }) {
  const texts = useTexts('widgets')
  const family = families.find(name => name === platform) ?? 'vtex'
  const data = families.map(value => ({ value, label: texts.platforms[value] }))
  const chosen = (value: string | null) =>
    choose(platforms.find(name => name === value) ?? (value === 'vtex' ? 'vtex-io' : 'html'))
  return (
    <Stack gap="sm">
      <SegmentedControl
        visibleFrom="sm"
        aria-label={texts.platform}
        value={family}
        data={data}
        onChange={chosen}
        style={{ alignSelf: 'flex-start' }}
      />
      <Select
        hiddenFrom="sm"
        label={texts.platform}
        allowDeselect={false}
        value={family}
        data={data}
        onChange={chosen}
      />
      {family === 'vtex' && (
        <Select
          label={texts.vtexLabel}
          allowDeselect={false}
          maw={320}
          value={platform}
          data={vtexKinds.map(value => ({ value, label: texts.vtex[value] }))}
          onChange={chosen}
        />
      )}
    </Stack>
  )
}

/** Whether the code identifies products by id or by SKU. */
function IdentifierChoice() {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  return (
    <Input.Wrapper label={texts.by} description={texts.byHint} labelElement="div">
      <SegmentedControl
        mt={6}
        aria-label={texts.by}
        value={choices.by}
        onChange={by => change({ by })}
        data={options.by.map(value => ({ value, label: texts.bys[value] }))}
      />
    </Input.Wrapper>
  )
}

const languageOptions = Object.entries(nativeNames(languages)).map(([value, label]) => ({ value, label }))

function LanguageChoice() {
  const texts = useTexts('widgets')
  const { choices, change } = useChoices()
  return (
    <Select
      label={texts.language}
      description={texts.languageHint}
      allowDeselect={false}
      value={choices.lang}
      searchable
      data={[{ value: '', label: texts.samePage }, ...languageOptions]}
      onChange={value => change({ lang: options.lang.find(tag => tag === value) ?? '' })}
    />
  )
}

const testProduct = 'realword-sample'

/** Where the product's id comes from, for code that names one product. */
function ProductHint({ value }: { value: string }) {
  const texts = useTexts('widgets')
  const { store_id } = useStore()
  const { choices } = useChoices()
  return (
    <Text size="sm" c="dimmed">
      {value === testProduct ? texts.testProduct({ value }) : texts.replaceProduct[choices.by]({ value })}{' '}
      <Anchor component={Link} to={`/${store_id}/products`} inherit underline="always">
        {texts.findProducts}
      </Anchor>
    </Text>
  )
}

/** Stars in search results by code of the shop's server, for developers: the design has a switch for it. */
function StructuredData({ step, instruction }: { step: Step; instruction: string }) {
  const texts = useTexts('widgets')
  return (
    <details className={classes.more}>
      <summary>{texts.structured}</summary>
      <Stack gap="sm" mt="sm">
        <Text size="sm">{texts.structuredLead}</Text>
        <CodeStep step={step} instruction={instruction} />
      </Stack>
    </details>
  )
}

/** The design as CSS, for themes that keep it themselves. */
function ThemeCss({ choices }: { choices: Choices }) {
  const texts = useTexts('widgets')
  const chosen = variablesOf(choices)
  const css = styleRule(
    elementsOf(choices),
    Object.keys(chosen).length > 0 ? chosen : { '--rw-star-color': '#ffc107' },
  )
  return (
    <details className={classes.more}>
      <summary>{texts.themeCss}</summary>
      <Stack gap={8} mt="sm">
        <CodeStep step={{ step: 'use', code: css }} instruction={texts.themeCssLead} />
      </Stack>
    </details>
  )
}

function DownloadSize({ choices }: { choices: Choices }) {
  const texts = useTexts('widgets')
  const { number } = useFormats()
  const { data: code } = useWidgetCode()
  if (!code || code.weights.rating === 0) return null
  const [reviews, questions] = (['reviews', 'questions'] as const).map(
    name => choices.place === 'product' && choices.widgets.includes(name),
  )
  const kind = reviews && questions ? 'both' : reviews ? 'reviews' : questions ? 'questions' : 'rating'
  return (
    <Text size="sm" c="dimmed">
      {texts.weight({ size: number(code.weights[kind] / 1000, { maximumFractionDigits: 0 }) })}
    </Text>
  )
}

function CodeStep({ step, instruction, hint }: { step: Step; instruction: string; hint?: ReactNode }) {
  return (
    <Stack gap={8}>
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
        <Text size="sm" pt={3} flex={1}>
          {instruction}
        </Text>
        <CopyValueButton value={step.code} name={step.file ?? instruction} />
      </Group>
      {hint}
      {step.file && (
        <Code fz="xs" style={{ alignSelf: 'flex-start', overflowWrap: 'anywhere' }}>
          {step.file}
        </Code>
      )}
      <Code block className={classes.code} tabIndex={0} aria-label={step.file ?? instruction} role="region">
        {step.code}
      </Code>
    </Stack>
  )
}
