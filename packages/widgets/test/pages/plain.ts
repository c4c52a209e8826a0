import '@realword/widgets'
