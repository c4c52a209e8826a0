import type { FileTexts } from './en.ts'

export const spanishFiles: FileTexts = {
  language: 'es',
  files: {
    empty: {
      what: 'El archivo está vacío.',
      mend: 'Elige un CSV con los nombres de las columnas en la primera fila.',
    },
    utf16: { what: 'El archivo está en UTF-16.', mend: 'Guárdalo como “CSV UTF-8” e impórtalo de nuevo.' },
    header_encoding: {
      what: 'Los nombres de las columnas no están en UTF-8.',
      mend: 'Guarda el archivo como “CSV UTF-8” e impórtalo de nuevo.',
    },
    columns_many: {
      what: 'El archivo tiene {0} columnas, y se leen {1} como máximo.',
      mend: 'Quita las columnas que no son de las opiniones, preguntas o pedidos, e impórtalo de nuevo.',
    },
    row_unreadable: {
      what: 'El archivo no se puede leer desde la fila {0}: hay una comilla sin cerrar, o la fila pasa de 1 MiB.',
      mend: 'Corrige la fila e importa el archivo de nuevo. Las filas ya importadas se omiten.',
    },
    quotes_mixed: {
      what: 'El archivo escribe las comillas dentro de los textos de dos formas: la línea {0} tiene \\", y la línea {1}, otra.',
      mend: 'No se importó nada. Exporta el archivo de nuevo como CSV común, con las comillas dentro de los textos duplicadas (""), o elige una de las dos formas de leerlo.',
    },
    dates_contradict: {
      what: 'Las fechas se contradicen: {0}, en la fila {1}, empieza por el día, y {2}, en la fila {3}, por el mes.',
      mend: 'No se importó nada. Elige el formato de las fechas: las filas con el otro formato se rechazarán.',
    },
    dates_ambiguous: {
      what: 'Fechas como {0}, en la fila {1}, pueden ser días distintos, y ninguna fecha del archivo muestra qué parte va primero.',
      mend: 'No se importó nada. Elige el formato de las fechas.',
    },
    scale_unknown: {
      what: 'Las calificaciones del archivo llegan hasta {0}, en la fila {1}: no son estrellas del 1 al 5.',
      mend: 'No se importó nada. Elige la escala de las calificaciones: 5, 10 o 100.',
    },
    column_needed: {
      what: 'El archivo no tiene una columna para {0}. Sus columnas son: {1}.',
      mend: 'Elige una columna para {2}.',
    },
    field_unknown: { what: 'No existe el campo {0}.', mend: 'Los campos son: {1}.' },
    column_missing: {
      what: 'El archivo no tiene la columna {1}, elegida para {0}.',
      mend: 'Sus columnas son: {2}.',
    },
    columns_same: {
      what: 'El archivo tiene {0} columnas con el nombre "{1}".',
      mend: 'Dale a cada columna un nombre distinto.',
    },
    states_unknown: {
      what: 'La columna "{0}" parece decir si la opinión es pública, pero no entendemos la palabra {1}.',
      mend: 'Indica qué significa cada palabra: publicada, pendiente, rechazada o no importar. No se importó nada.',
    },
    states_many: {
      what: 'La columna "{0}" parece decir si la opinión es pública, pero tiene más de 40 palabras distintas.',
      mend: 'Indica que trata de otra cosa, o redúcela a pocas palabras. No se importó nada.',
    },
    part_lost: {
      what: 'La parte {0} del archivo falta o no se puede leer.',
      mend: 'Sube el archivo de nuevo.',
    },
    not_archive: {
      what: 'El archivo no es la exportación de una tienda.',
      mend: 'Usa el ZIP exportado por Realword, sin cambios.',
    },
    archive_newer: {
      what: 'La exportación es de una versión más nueva de Realword.',
      mend: 'Actualiza este Realword e impórtala de nuevo.',
    },
    archive_damaged: {
      what: 'El archivo está dañado: {0}.',
      mend: 'No se importó nada. Exporta la tienda de nuevo.',
    },
    archive_over_limit: {
      what: 'La importación enviaría correos de {0} pedidos, y el plan de esta tienda permite {1} al mes.',
      mend: 'Pide al operador que aumente el límite durante la importación.',
    },
    import_over_limit: {
      what: 'El archivo tiene más opiniones de las que el plan de esta tienda permite por importación: {0}.',
      mend: 'No se importó nada. Divide el archivo o pide al operador que aumente el límite.',
    },
    rows_many: {
      what: 'El archivo tiene más de {0} filas.',
      mend: 'No se importó nada. Divide el archivo y deja juntas las filas de cada pedido.',
    },
    order_states_unknown: {
      what: 'La columna {0} tiene estados cuyo significado para un pedido no es seguro: {1}.',
      mend: 'Indica qué significa cada uno para un pedido.',
    },
    order_states_many: {
      what: 'La columna {0} se eligió para un estado y tiene demasiados valores distintos para serlo.',
      mend: 'Elige otra columna, o ninguna.',
    },
    file_changed: {
      what: 'El archivo cambió durante la lectura.',
      mend: 'Impórtalo de nuevo. Los pedidos ya importados se omiten.',
    },
    store_not_empty: {
      what: 'Esta tienda no está vacía.',
      mend: 'Crea otra tienda e importa el archivo en ella.',
    },
    person_erased: {
      what: 'Se borraron los datos de una persona durante la importación, así que no se importó nada.',
      mend: 'Borra los datos de esa persona en la otra tienda, expórtala de nuevo e importa el archivo nuevo.',
    },
    exports_full: {
      what: 'Las exportaciones de esta tienda ocupan todo el espacio permitido.',
      mend: 'Elimina las exportaciones que ya no necesites y exporta de nuevo.',
    },
    storage_limit: {
      what: 'El plan de esta tienda no tiene espacio para estos archivos.',
      mend: 'Elimina exportaciones y archivos subidos que ya no necesites o pide al operador que aumente el límite.',
    },
    database_lost: {
      what: 'Se perdió la conexión con la base de datos: {0}.',
      mend: 'Importa el archivo de nuevo. Las filas ya importadas se omiten.',
    },
    attempts_failed: {
      what: 'La operación falló cinco veces en una hora.',
      mend: 'Pide al operador que revise el registro e inténtalo de nuevo.',
    },
    storage_full: {
      what: 'El almacenamiento de archivos está lleno.',
      mend: 'Libera espacio e inténtalo de nuevo.',
    },
    storage_failed: {
      what: 'El almacenamiento de archivos falló cinco veces en una hora.',
      mend: 'Pide al operador que revise el registro e inténtalo de nuevo.',
    },
  },
  damages: {
    zip: 'el ZIP no se puede leer ({0})',
    twice: 'contiene {0} dos veces',
    encrypted: '{0} está cifrado',
    bomb: 'descomprimido ocupa {0} bytes, mucho más que una exportación',
    manifest_size: 'manifest.json es demasiado grande',
    manifest_field: '{0} en manifest.json no es válido',
    unnamed: '{0} no figura en manifest.json',
    missing: 'falta {0}',
    size: '{0} tiene un tamaño distinto del indicado en manifest.json',
    sum: '{0} cambió después de la exportación',
    table: 'no existe la tabla {0}',
    picture_name: 'no existe la foto {0}',
    picture_size: 'la foto {0} es demasiado grande',
    picture: '{0} no es una foto',
    line: '{0} tiene una línea de más de 8 MiB',
    half_line: '{0} termina con una línea incompleta',
    rows: '{0} tiene {1} filas, y manifest.json dice {2}',
    stores: '{0} tiene {1} filas en lugar de una',
    column: '{0} tiene una columna desconocida',
    json: 'la fila {1} de {0} no es JSON válido',
    row: 'la fila {1} de {0} no es un registro',
    field_missing: 'falta {2} en la fila {1} de {0}',
    field: '{2} en la fila {1} de {0} no es del tipo {3}',
    refused: '{0} tiene una fila que la tabla no acepta ({1})',
    counts: 'los recuentos del producto {0} no coinciden',
    setting: 'la configuración {0} de la tienda no es válida',
  },
}
