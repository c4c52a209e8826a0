import type { NoteTexts } from './en.ts'

export const ptBR = {
  dayFirstProven: 'As datas são lidas com o dia primeiro, como prova a linha {row}: {value}.',
  monthFirstProven: 'As datas são lidas com o mês primeiro, como prova a linha {row}: {value}.',
  dayFirstFormat: 'As datas são lidas com o dia primeiro, como {system} as escreve.',
  monthFirstFormat: 'As datas são lidas com o mês primeiro, como {system} as escreve.',
  dayFirstStore: 'Datas como {value} são lidas com o dia primeiro, como é comum no país da loja.',
  monthFirstStore: 'Datas como {value} são lidas com o mês primeiro, como é comum no país da loja.',
} as const satisfies NoteTexts
