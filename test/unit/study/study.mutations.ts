import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/study/runRows.ts', killedBy: suites('study/studyRunner') }, [
    {
      name: 'the first row is the probe',
      remove: "if (!this.#hasSucceeded) return 'probeFailed';",
      killedBy: suites('study/faultMatrix'),
    },
    {
      name: 'a first response that cannot be read stops a study',
      find: "return error instanceof ResponseError && !this.#hasSucceeded ? 'probeFailed' : undefined;",
      replace: 'return undefined;',
      killedBy: suites('cli/again'),
    },
    {
      name: 'three refusals in a row stop a study',
      find: "return this.#failedInARow >= maxFailedInARow ? 'threeFailed' : undefined;",
      replace: 'return undefined;',
    },
    {
      name: 'a study that went on does not say why it stopped before',
      remove: "if (this.#options.writer.record.stopped !== undefined) await this.#note({ kind: 'resumed' });",
    },
    {
      name: 'a study of which only the first row was wanted stops after it',
      find: 'if (reason === undefined && !firstRowOnly) continue;',
      replace: 'if (reason === undefined) continue;',
    },
    {
      name: 'rows with one model create it once',
      find: 'if (found?.finalised === true && found.modelId !== undefined && this.#hasModelOfNow(found))',
      replace: 'if (found?.modelId === undefined && found !== undefined)',
    },
    {
      name: 'a study that goes on after an unknown outcome waits for the service',
      remove: "if (state === 'unknown') this.#mustProbeService = true;",
      killedBy: suites('study/rowOutcomes'),
    },
    {
      name: 'a window that has lost the study sends no row of it',
      remove: 'await writer.requireOwnership();',
      killedBy: suites('study/rowOutcomes'),
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyState.ts', killedBy: suites('study/rowOutcomes') }, [
    {
      name: 'a row whose launch is missing is not begun again',
      find: "const isMissing = state.state === 'waiting' && wasPassed && word === undefined;",
      replace: 'const isMissing = wasPassed && false;',
    },
    {
      name: 'a row whose launch is damaged is not begun again',
      find: 'for (const launch of [...launches, ...unreadable]) {',
      replace: 'for (const launch of launches) {',
    },
    {
      name: 'the last launch of a row decides',
      find: 'if (of.attempt > (last.get(of.row)?.attempt ?? 0))',
      replace: 'if (!last.has(of.row))',
      killedBy: suites('study/rowStates'),
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyRunner.ts', killedBy: suites('study/rowOutcomes') }, [
    {
      name: 'only a person says that a row without its launch has no simulation',
      find: 'if (found?.isLaunchGone !== true || found.launch !== asked.launch) return false;',
      replace: 'if (found === undefined) return false;',
    },
    {
      name: 'a study is not recorded if others have got its rows since the question',
      remove: 'if (now.some((one) => !isShown(shown, one))) throw new RowsChangedError();',
      killedBy: suites('study/rowGate'),
    },
    {
      name: 'a study is not recorded beside one that cannot be read without a word',
      remove: 'if (unknown.some((id) => !unreadable.includes(id))) throw new RowsChangedError();',
      killedBy: suites('study/strangers'),
    },
    {
      name: 'a study does not go on with rows that the question has not shown',
      remove: 'if (isNew || isLeftOut || isOther || isMore || isUnknown) throw new RowsChangedError();',
      killedBy: suites('study/rowGate'),
    },
    {
      name: 'a study does not go on beside one that cannot be read without a word',
      find: 'now.unreadable.some((one) => !agreed.unreadable.includes(one))',
      replace: 'false',
      killedBy: suites('study/strangers'),
    },
    {
      name: 'a study that goes on leaves out what others have started',
      find: 'const since = same.filter((one) => isBegun(one.state) && !isShown(study.shownRows, one));',
      replace: 'const since = same.slice(0, 0);',
      killedBy: suites('study/rowGate'),
    },
    {
      name: 'a study that another window has written to is not removed',
      remove: 'if (writer.record.entryCount !== record.entryCount) throw new AlreadyResolvedError();',
      killedBy: suites('study/removedStudies'),
    },
    {
      name: 'a study with a row that has become unknown is not removed without a word',
      remove: 'if (now.some(isNew)) throw new AlreadyResolvedError();',
      killedBy: suites('study/removedStudies'),
    },
    {
      name: 'a study of which a launch runs is not removed',
      remove: "if (now.some((row) => row.state === 'running')) throw new LockedError();",
      killedBy: suites('study/removedStudies'),
    },
    {
      name: 'a removal that was interrupted is finished',
      remove: 'await this.#finishRemovals(studies);',
      killedBy: suites('study/removedStudies'),
    },
    {
      name: 'what is rendered is what was agreed to',
      remove: "if (hashContent(content.get(name)) !== sha256) throw new FileChangedError(name, 'content');",
      killedBy: suites('study/studyRunner'),
    },
  ]),
  ...mutationsOf({ in: 'src/study/rowGate.ts', killedBy: suites('study/rowGate') }, [
    {
      name: 'the launch of a row is not resumed while the record of its study cannot be read',
      find: 'throw unknown === undefined ? new AlreadyResolvedError() : new RecordUnreadableError(unknown.code);',
      replace: 'throw new AlreadyResolvedError();',
      killedBy: suites('study/rowOutcomes'),
    },
    {
      name: 'the launch of a row goes only with its study, also while that cannot be read',
      remove: ' || unreadable.some(({ id }) => id === of.id)',
      killedBy: suites('study/rowOutcomes'),
    },
    {
      name: 'a launch that no longer counts creates nothing',
      find: 'if (own.isRemoving || isDecided || repeated.includes(launch)) throw new AlreadyResolvedError();',
      replace: 'if (own.isRemoving || isDecided) throw new AlreadyResolvedError();',
      killedBy: suites('study/rowOutcomes'),
    },
    {
      name: 'a launch of a row that a person knows to have started creates nothing',
      find: 'const isDecided = startedAt !== undefined || leftOutFor !== undefined;',
      replace: 'const isDecided = leftOutFor !== undefined;',
      killedBy: suites('study/rowOutcomes'),
    },
    {
      name: 'a launch that goes on alone sends what its study has agreed to',
      remove:
        "if (isAlone && !isDeepStrictEqual(bodies, own.bodies)) throw new BodiesChangedError('createSimulation');",
      killedBy: suites('study/strangers'),
    },
    {
      name: 'a window that was suspended while it alone could begin a row begins none',
      remove: 'await lock.requireOwnership();',
      killedBy: suites('study/rowOutcomes'),
    },
    {
      name: 'a row is left out if another study has begun it unknown to the user',
      find: 'if (taken !== undefined)',
      replace: 'if (taken === null)',
    },
    {
      name: 'a row that another study has named is created all the same',
      remove: 'if (!isAlone && isNamed(study.shownRows, own.study.id, row.row)) return undefined;',
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyRecord.ts', killedBy: suites('study/rowOutcomes') }, [
    {
      name: 'a study of a newer version is left unchanged',
      remove: "if (schema > studySchema) throw new RecordUnreadableError('newer');",
    },
    {
      name: 'a study with an entry of a newer version is left unchanged',
      remove: "if (!kinds.has(entry.kind)) throw new RecordUnreadableError('newer');",
    },
    {
      name: 'the rows of a study that another program has open stay known',
      find: 'isOpenedWhenKnown: false,',
      replace: 'isOpenedWhenKnown: true,',
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyJournal.ts', killedBy: suites('study/rowOutcomes') }, [
    {
      name: 'nothing is written to a record that is being closed',
      remove: 'if (this.#isClosed) throw new LockedError();',
    },
    {
      name: 'files that a dead window has rendered do not stay',
      remove: 'await this.#removeOrphans(new Set([...found.keys(), ...unreadable.map(({ id }) => id)]));',
      killedBy: suites('study/removedStudies'),
    },
    {
      name: 'files that another window is rendering stay',
      find: 'await this.#log.removal.cleanUp(id, async () => await this.removeFiles(id)).catch(() => undefined);',
      replace: 'await this.removeFiles(id);',
      killedBy: suites('study/removedStudies'),
    },
  ]),
  ...mutationsOf({ in: 'src/launch/launchRemover.ts', killedBy: suites('study/rowOutcomes') }, [
    {
      name: 'the launch of a row goes only with its study',
      remove: 'if (await this.#options.rows?.keeps(id)) throw new RowOfStudyError();',
    },
  ]),
  ...mutationsOf({ in: 'src/study/prepareStudy.ts', killedBy: suites('study/tables') }, [
    {
      name: 'a placeholder is not left blank by accident',
      remove: "if ((isAnswer ? cell.trim() : cell) === '') return 'emptyPlaceholder';",
      killedBy: suites('study/tables'),
    },
    {
      name: 'a cell does not begin a new line of a deck',
      find: "cell) ? 'lineBreak' : undefined;",
      replace: 'cell) ? undefined : undefined;',
      killedBy: suites('study/tables'),
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyFiles.ts', killedBy: suites('study/sharedModels') }, [
    {
      name: 'other work goes on while a large template is filled',
      remove: 'if (isPauseDue(++count)) await pause();',
      killedBy: suites('study/largeTemplates'),
    },
    {
      name: 'the parts of a filled template are joined as they are filled',
      find: 'if (!isPauseDue(parts.length)) continue;',
      replace: 'if (parts.length > 0) continue;',
      killedBy: suites('study/largeTemplates'),
    },
    {
      name: 'a row is planned with its own files',
      find: ': withoutHash(file)));',
      replace: ': [file.name, file.size]));',
    },
  ]),
  ...mutationsOf({ in: 'src/study/sameRows.ts', killedBy: suites('study/sameRows') }, [
    {
      name: 'rows of another project are others',
      find: 'id !== own && isSameProject(project, record.study.project)',
      replace: 'id !== own',
    },
    { name: 'a row is started as often as it was', remove: 'counts.set(contentHash, count - 1);' },
    {
      name: 'a row that waits in another study counts',
      find: "return isBegun(state) || state === 'waiting';",
      replace: 'return isBegun(state);',
    },
  ]),
  ...mutationsOf({ in: 'src/study/prepareStudy.ts', killedBy: suites('study/sameRows') }, [
    { name: 'rows are left out', remove: 'if (left > 0) continue;' },
    {
      name: 'rows with other files are others',
      find: 'const modelHash = hashOf([servicePlace, found?.content ?? existing]);',
      replace: 'const modelHash = hashOf([servicePlace]);',
    },
  ]),
  ...mutationsOf({ in: 'src/study/rowContent.ts', killedBy: suites('study/sameRows') }, [
    {
      name: 'rows with other requests are others',
      find: '[row.modelHash, ...previewRowBodies(row, model, mapping, stringifyValues)]',
      replace: '[row.modelHash, model, Object.keys(mapping).length]',
    },
  ]),
  ...mutationsOf({ in: 'src/launch/agreedBodies.ts', killedBy: suites('launch/agreedBodies') }, [
    {
      name: 'no body is sent but those that were agreed to',
      remove: 'if (operation !== undefined) throw new BodiesChangedError(operation);',
    },
    {
      name: 'only the body that was refused may be corrected without a question',
      find: "end === 'failed' && problem?.operation === operation && refusedBody.has(problem.status)",
      replace: "end === 'failed' && refusedBody.has(problem?.status)",
    },
  ]),
  ...mutationsOf({ in: 'src/study/prepareStudy.ts', killedBy: suites('study/sharedModels') }, [
    {
      name: 'rows whose models are created or finalised differently share none',
      find: 'key: JSON.stringify([set.digest, made, bodies]),',
      replace: 'key: JSON.stringify([set.digest, made]),',
    },
  ]),
  ...mutationsOf({ in: 'src/study/cellValues.ts', killedBy: suites('study/tables') }, [
    {
      name: 'a deck has the decimal point that is sent',
      find: "const point = sign === ',' ? text.replace(',', '.') : text;",
      replace: 'const point = text;',
    },
    {
      name: 'nobody guesses whether a sign separates thousands',
      find: 'if (isCertain) return undefined;',
      replace: 'return undefined;',
    },
    {
      name: 'a comma in a template may separate two values',
      find: "else hasComma ||= delimiter === ';' ||",
      replace: "else hasComma ||= delimiter !== '' ||",
    },
    {
      name: 'a point in another column proves nothing',
      find: "(sign === ',' || this.#table.delimiter === ',' || this.#withPoint.has(column - 1))",
      replace: '(sign !== undefined)',
    },
  ]),
  ...mutationsOf({ in: 'src/study/cellValues.ts', killedBy: suites('study/textsAmongNumbers') }, [
    {
      name: 'a text among numbers is never sent without a word',
      find: 'if (!isNumber && this.#counts',
      replace: 'if (text === "" && this.#counts',
    },
    {
      name: 'a date that was a number is not sent',
      find: 'if (alteration !== undefined) return alteration;',
      replace: 'if (alteration === undefined) return alteration;',
    },
    {
      name: 'an answer that a spreadsheet has shortened is not sent without a word',
      find: 'if (use?.isText === true && !use.isFilled &&',
      replace: 'if (use?.isText === false && !use.isFilled &&',
    },
  ]),
  ...mutationsOf({ in: 'src/study/alteredNumber.ts', killedBy: suites('study/textsAmongNumbers') }, [
    {
      name: 'numbers as a program shows them are not filled in without a word',
      remove: 'if (isShownByProgram(text)) shown++;\n      else ',
    },
  ]),
  ...mutationsOf({ in: 'src/study/headerBelow.ts', killedBy: suites('study/headerBelow') }, [
    {
      name: 'a row with a number is no header',
      find: '&& !cells.some(isNumber)) best',
      replace: ') best',
    },
  ]),
  ...mutationsOf({ in: 'src/study/caseRows.ts', killedBy: suites('study/caseRows') }, [
    {
      name: 'a row that somebody has switched off creates nothing',
      remove: "if (!isCommon || !/^\\s*[$*]\\S/.test(row.cells[0] ?? '')) this.#kinds.set(row, 'comment');",
    },
    {
      name: 'rows below a header with other columns create nothing',
      find: 'if (isOther && !isSame)',
      replace: 'if (isOther && isSame)',
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyTemplate.ts', killedBy: suites('study/readTable') }, [
    {
      name: 'other work goes on while many placeholders are read',
      remove: 'if (isPauseDue(++count)) await pause();',
      killedBy: suites('study/largeTemplates'),
    },
    {
      name: 'a misspelt placeholder is not sent as text',
      find: "isColumn || (close !== '{' && nameLike.test(first))",
      replace: 'isColumn',
    },
    {
      name: 'braces of other languages are no placeholders',
      find: '/[\\p{L}_]|^$/u.test(content)',
      replace: 'true',
    },
  ]),
  ...mutationsOf({ in: 'src/study/readTable.ts', killedBy: suites('study/readTable') }, [
    {
      name: 'a row without a value creates nothing',
      find: 'cells.some((cell) => !isBlank(cell))',
      replace: 'cells.length > 0',
    },
  ]),
  ...mutationsOf({ in: 'src/study/readTable.ts', killedBy: suites('study/reportedTables') }, [
    {
      name: 'a blank beside a separator fills in no placeholder',
      find: '(ofBlanks !== undefined && !isSpaced)',
      replace: 'ofBlanks !== undefined',
    },
    {
      name: 'a comment is no header of rows with more cells than it has names',
      find: 'areNames && names.length === cells.length',
      replace: 'areNames && names.length <= cells.length',
    },
  ]),
  ...mutationsOf({ in: 'src/client/mapping/prompts.ts', killedBy: suites('study/reportedTables') }, [
    {
      name: 'a choice is not guessed where several are spelt alike',
      find: 'alike.length === 1 ? alike[0]',
      replace: 'alike.length > 0 ? alike[0]',
    },
  ]),
  ...mutationsOf({ in: 'src/study/readTable.ts', killedBy: suites('study/tables') }, [
    {
      name: 'the error of a formula is not sent',
      find: 'if (formulaError.test(cell.trim()))',
      replace: 'if (cell === formulaError.source)',
    },
    {
      name: 'a character that nobody sees is not sent',
      find: 'if (found === undefined) return undefined;',
      replace: 'if (found !== -1) return undefined;',
    },
  ]),
  ...mutationsOf({ in: 'src/study/exportTable.ts', killedBy: suites('study/studyRunner') }, [
    {
      name: 'a spreadsheet of another language runs no part of a cell',
      find: '.split(/(?<=[,;\\t\\r\\n])/)',
      replace: '.split(/(?<=[\\n])/)',
    },
  ]),
  ...mutationsOf({ in: 'src/launch/cachedRead.ts', killedBy: suites('launch/launchRunner') }, [
    {
      name: 'a change is seen by those who do not follow an earlier one',
      find: 'if (isOutdated && beganAt < since) return true;',
      replace: 'if (isOutdated && beganAt > since) return true;',
    },
  ]),
];
