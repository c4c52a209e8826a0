import { Keys } from '../parts/keys/keys.tsx'
import { useTexts } from '../words/words.tsx'
import { operatorPath } from './query.ts'

/** The keys with which programs use the operator API. */
export function OperatorKeys() {
  const { keys: texts, log } = useTexts('operator')
  return (
    <Keys
      title={texts.title}
      lead={texts.lead}
      nameHint={texts.nameHint}
      none={texts.none}
      path={operatorPath('/keys')}
      queryKey={['operator', 'keys']}
      affected={['operator']}
      creators={log.by}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      mayChange
    />
  )
}
