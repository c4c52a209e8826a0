import type { NoteTexts } from './en.ts'

export const ptBR = {
  dayFirstProven: 'As datas são lidas com o dia primeiro, como prova a linha {row}: {value}.',
  monthFirstProven: 'As datas são lidas com o mês primeiro, como prova a linha {row}: {value}.',
  dayFirstFormat: 'As datas são lidas com o dia primeiro, como {system} as escreve.',
  monthFirstFormat: 'As datas são lidas com o mês primeiro, como {system} as escreve.',
  dayFirstStore: 'Datas como {value} são lidas com o dia primeiro, como é comum no país da loja.',
  monthFirstStore: 'Datas como {value} são lidas com o mês primeiro, como é comum no país da loja.',
  ordersByColumn: 'Os pedidos são identificados por “{column}”, e não por {others}.',
  productsBySku: 'Os produtos são identificados por “{column}”: o arquivo não tem outro ID deles.',
  someProductsByName: '{count} linhas não têm “{column}”: os produtos delas são identificados por “{name}”.',
  productsByName: 'Os produtos são identificados por “{column}”: o arquivo não tem o ID deles.',
  productsByNameNotSku: 'Os produtos são identificados por “{column}”: {count} linhas não têm “{sku}”.',
  sentDates:
    'As entregas são contadas a partir de “{column}”, que diz quando o pedido foi enviado: inclua os dias de transporte no prazo dos convites.',
  otherProducts:
    'Suas avaliações são de outros produtos, não dos deste arquivo. Nele, os produtos são identificados por “{column}”: o que os clientes escreverem só aparece junto das avaliações anteriores se elas forem dos mesmos IDs.',
  readAsStates: '“{column}” é lida como o status do pedido.',
  replyRows: '{count} linhas do arquivo são respostas da loja. Cada uma fica com a avaliação que responde.',
  semicolons: 'As colunas são separadas por ponto e vírgula.',
  tabs: 'As colunas são separadas por tabulações.',
  bars: 'As colunas são separadas por barras verticais.',
  backslashes:
    'Aspas e quebras de linha são escritas com barras invertidas, como faz o MySQL. As barras são removidas.',
  windows1252: 'O arquivo não está em UTF-8: as letras são lidas como Windows-1252, como o Excel as salva.',
  twiceEncoded:
    '{count} textos foram codificados duas vezes (Ã£ em vez de ã). Eles são lidos como eram antes.',
  lostLetters:
    '{count} células contêm “�”: um programa perdeu letras delas. Exporte o arquivo de novo em UTF-8 ou corrija-as.',
  nothingVerified: 'O arquivo não diz quem comprou: nenhuma avaliação fica como compra verificada.',
  unreadTexts: 'Nenhum texto é lido. “{column}” tem textos: escolha-a como texto se forem os das avaliações.',
  spreadsheetDays: 'Números como {value} são lidos como dias de uma planilha.',
  scale: 'As notas são lidas como de até {scale} e arredondadas para 5 estrelas.',
  lostZeros:
    'O produto {id} pode ser {other}: planilhas removem zeros antes de um número. Se for o caso, corrija o ID.',
  pictures: 'Fotos a copiar depois da importação: {count}, de {hosts}. Até lá, são exibidas a partir de lá.',
  videos: 'Vídeos que ficam onde estão: {count}. Vídeos ainda não podem ser exibidos.',
} as const satisfies NoteTexts
