import type { FileTexts } from './en.ts'

export const portugueseFiles: FileTexts = {
  language: 'pt-BR',
  files: {
    empty: {
      what: 'O arquivo está vazio.',
      mend: 'Escolha um CSV com os nomes das colunas na primeira linha.',
    },
    utf16: { what: 'O arquivo está em UTF-16.', mend: 'Salve-o como “CSV UTF-8” e importe de novo.' },
    header_encoding: {
      what: 'Os nomes das colunas não estão em UTF-8.',
      mend: 'Salve o arquivo como “CSV UTF-8” e importe de novo.',
    },
    columns_many: {
      what: 'O arquivo tem {0} colunas, e no máximo {1} são lidas.',
      mend: 'Remova as colunas que não são das avaliações, perguntas ou pedidos e importe de novo.',
    },
    row_unreadable: {
      what: 'O arquivo não pode ser lido a partir da linha {0}: há aspas sem fechar, ou a linha passa de 1 MiB.',
      mend: 'Corrija a linha e importe o arquivo de novo. As linhas já importadas são ignoradas.',
    },
    quotes_mixed: {
      what: 'O arquivo escreve aspas dentro dos textos de duas formas: a linha {0} do arquivo tem \\", e a linha {1}, outra.',
      mend: 'Nada foi importado. Exporte o arquivo de novo como CSV comum, com as aspas dentro dos textos duplicadas (""), ou escolha uma das duas formas de lê-lo.',
    },
    dates_contradict: {
      what: 'As datas se contradizem: {0}, na linha {1}, começa pelo dia, e {2}, na linha {3}, pelo mês.',
      mend: 'Nada foi importado. Escolha o formato das datas: as linhas com o outro formato serão recusadas.',
    },
    dates_ambiguous: {
      what: 'Datas como {0}, na linha {1}, podem ser dias diferentes, e nenhuma data do arquivo mostra qual parte vem primeiro.',
      mend: 'Nada foi importado. Escolha o formato das datas.',
    },
    scale_unknown: {
      what: 'As notas do arquivo vão até {0}, na linha {1}: não são estrelas de 1 a 5.',
      mend: 'Nada foi importado. Escolha a escala das notas: 5, 10 ou 100.',
    },
    column_needed: {
      what: 'O arquivo não tem coluna para {0}. As colunas dele são: {1}.',
      mend: 'Escolha uma coluna para {2}.',
    },
    field_unknown: { what: 'Não existe o campo {0}.', mend: 'Os campos são: {1}.' },
    column_missing: {
      what: 'O arquivo não tem a coluna {1}, escolhida para {0}.',
      mend: 'As colunas dele são: {2}.',
    },
    columns_same: {
      what: 'O arquivo tem {0} colunas com o nome "{1}".',
      mend: 'Dê a cada coluna um nome diferente.',
    },
    states_unknown: {
      what: 'A coluna "{0}" parece dizer se a avaliação é pública, mas não entendemos a palavra {1}.',
      mend: 'Diga o que cada palavra significa: publicada, pendente, recusada ou não importar. Nada foi importado.',
    },
    states_many: {
      what: 'A coluna "{0}" parece dizer se a avaliação é pública, mas tem mais de 40 palavras diferentes.',
      mend: 'Diga que ela trata de outra coisa, ou reduza-a a poucas palavras. Nada foi importado.',
    },
    part_lost: {
      what: 'A parte {0} do arquivo está faltando ou ilegível.',
      mend: 'Envie o arquivo de novo.',
    },
    not_archive: {
      what: 'O arquivo não é a exportação de uma loja.',
      mend: 'Use o ZIP exportado pelo Realword, sem alterações.',
    },
    archive_newer: {
      what: 'A exportação é de uma versão mais nova do Realword.',
      mend: 'Atualize este Realword e importe de novo.',
    },
    archive_damaged: {
      what: 'O arquivo está danificado: {0}.',
      mend: 'Nada dele foi importado. Exporte a loja de novo.',
    },
    archive_over_limit: {
      what: 'A importação enviaria e-mails de {0} pedidos, e o plano desta loja permite {1} por mês.',
      mend: 'Peça ao operador que aumente o limite durante a importação.',
    },
    import_over_limit: {
      what: 'O arquivo tem mais avaliações do que o plano desta loja permite por importação: {0}.',
      mend: 'Nada foi importado. Divida o arquivo ou peça ao operador que aumente o limite.',
    },
    rows_many: {
      what: 'O arquivo tem mais de {0} linhas.',
      mend: 'Nada foi importado. Divida o arquivo e deixe juntas as linhas de cada pedido.',
    },
    order_states_unknown: {
      what: 'A coluna {0} tem status cujo significado para um pedido não é certo: {1}.',
      mend: 'Diga o que cada um deles significa para um pedido.',
    },
    order_states_many: {
      what: 'A coluna {0} foi escolhida para um status e tem valores diferentes demais para isso.',
      mend: 'Escolha outra coluna, ou nenhuma.',
    },
    file_changed: {
      what: 'O arquivo foi alterado durante a leitura.',
      mend: 'Importe-o de novo. Os pedidos já importados são ignorados.',
    },
    store_not_empty: { what: 'Esta loja não está vazia.', mend: 'Crie outra loja e importe o arquivo nela.' },
    person_erased: {
      what: 'Os dados de uma pessoa foram apagados durante a importação, por isso nada foi importado.',
      mend: 'Apague os dados dessa pessoa na outra loja, exporte-a de novo e importe o novo arquivo.',
    },
    exports_full: {
      what: 'As exportações desta loja ocupam todo o espaço permitido.',
      mend: 'Exclua as exportações de que não precisa mais e exporte de novo.',
    },
    storage_limit: {
      what: 'O plano desta loja não tem espaço para estes arquivos.',
      mend: 'Exclua exportações e arquivos enviados de que não precisa mais ou peça ao operador que aumente o limite.',
    },
    database_lost: {
      what: 'A conexão com o banco de dados foi perdida: {0}.',
      mend: 'Importe o arquivo de novo. As linhas já importadas são ignoradas.',
    },
    attempts_failed: {
      what: 'A operação falhou cinco vezes em uma hora.',
      mend: 'Peça ao operador que verifique o log e tente de novo.',
    },
    storage_full: { what: 'O armazenamento de arquivos está cheio.', mend: 'Libere espaço e tente de novo.' },
    storage_failed: {
      what: 'O armazenamento de arquivos falhou cinco vezes em uma hora.',
      mend: 'Peça ao operador que verifique o log e tente de novo.',
    },
  },
  damages: {
    zip: 'o ZIP não pode ser lido ({0})',
    twice: 'ele contém {0} duas vezes',
    encrypted: '{0} está criptografado',
    bomb: 'descompactado, ele tem {0} bytes, muito mais que uma exportação',
    manifest_size: 'manifest.json é grande demais',
    manifest_field: '{0} em manifest.json é inválido',
    unnamed: '{0} não consta em manifest.json',
    missing: 'falta {0}',
    size: '{0} tem tamanho diferente do indicado em manifest.json',
    sum: '{0} foi alterado depois da exportação',
    table: 'não existe a tabela {0}',
    picture_name: 'não existe a foto {0}',
    picture_size: 'a foto {0} é grande demais',
    picture: '{0} não é uma foto',
    line: '{0} tem uma linha de mais de 8 MiB',
    half_line: '{0} termina com uma linha incompleta',
    rows: '{0} tem {1} linhas, e manifest.json diz {2}',
    stores: '{0} tem {1} linhas em vez de uma',
    column: '{0} tem uma coluna desconhecida',
    json: 'a linha {1} de {0} não é JSON válido',
    row: 'a linha {1} de {0} não é um registro',
    field_missing: 'falta {2} na linha {1} de {0}',
    field: '{2} na linha {1} de {0} não é do tipo {3}',
    refused: '{0} tem uma linha que a tabela não aceita ({1})',
    counts: 'as contagens do produto {0} não conferem',
    setting: 'a configuração {0} da loja é inválida',
  },
}
