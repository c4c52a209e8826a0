import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { CodeBlock } from '../parts/copying/code-block.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useTexts } from '../words/words.tsx'
import { type SampleLanguage, sampleLanguages, samples } from './samples.ts'

/** How a server verifies what it receives, in four languages. */
export function VerifySection() {
  const texts = useTexts('webhooks').verify
  const [language, setLanguage] = useState<SampleLanguage>('TypeScript')
  return (
    <Section title={texts.title} lead={texts.lead}>
      <CodeBlock
        code={samples[language]}
        name={texts.code({ language })}
        label={
          <SegmentedControl
            aria-label={texts.language}
            size="xs"
            value={language}
            onChange={chosen => setLanguage(chosen as SampleLanguage)}
            data={[...sampleLanguages]}
          />
        }
      />
      <Text size="sm" c="dimmed">
        {texts.note}
      </Text>
    </Section>
  )
}
