/** Every identifier that also occurs in package.json, each written once. A test compares the two. */

export const extensionPrefix = 'simulationService';

/** The provider of the accounts shown in VS Code. */
export const authenticationProvider = 'simulationService';

export const walkthrough = 'getStarted';

/** The type of tasks in `tasks.json`. */
export const taskType = 'simulation';

/** Turns the findings about decks that a task prints into rows of Problems. Tasks write it with `$`. */
export const problemMatcher = 'simulation';

export const views = {
  projects: 'simulationService.projects',
  reusableModels: 'simulationService.reusableModels',
  launches: 'simulationService.launches',
} as const;

export const commands = {
  uploadModel: 'simulationService.uploadModel',
  uploadAndSimulate: 'simulationService.uploadAndSimulate',
  uploadFilesHere: 'simulationService.uploadFilesHere',
  checkDeck: 'simulationService.checkDeck',
  createSimulation: 'simulationService.createSimulation',
  createFromTable: 'simulationService.createFromTable',
  createProject: 'simulationService.createProject',
  createSample: 'simulationService.createSample',
  finaliseModel: 'simulationService.finaliseModel',
  refresh: 'simulationService.refresh',
  filterProjects: 'simulationService.filterProjects',
  filterReusableModels: 'simulationService.filterReusableModels',
  showMoreProjects: 'simulationService.showMoreProjects',
  showMoreReusableModels: 'simulationService.showMoreReusableModels',
  copyId: 'simulationService.copyId',
  openInBrowser: 'simulationService.openInBrowser',
  showLog: 'simulationService.showLog',
  reportIssue: 'simulationService.reportIssue',
  openWalkthrough: 'simulationService.openWalkthrough',
  openSettings: 'simulationService.openSettings',
  checkConnection: 'simulationService.checkConnection',
  setBaseUrl: 'simulationService.setBaseUrl',
  selectVariant: 'simulationService.selectVariant',
  selectEnvironment: 'simulationService.selectEnvironment',
  signIn: 'simulationService.signIn',
  signOut: 'simulationService.signOut',
  startEmulator: 'simulationService.startEmulator',
  stopEmulator: 'simulationService.stopEmulator',
  simulateFault: 'simulationService.simulateFault',
  resumeLaunch: 'simulationService.resumeLaunch',
  retryLaunch: 'simulationService.retryLaunch',
  finaliseLaunch: 'simulationService.finaliseLaunch',
  simulateLaunch: 'simulationService.simulateLaunch',
  launchAgain: 'simulationService.launchAgain',
  resolveLaunch: 'simulationService.resolveLaunch',
  cancelLaunch: 'simulationService.cancelLaunch',
  copyLaunchIds: 'simulationService.copyLaunchIds',
  copyLaunchJson: 'simulationService.copyLaunchJson',
  revealLaunchFiles: 'simulationService.revealLaunchFiles',
  removeLaunch: 'simulationService.removeLaunch',
  removeFailedLaunches: 'simulationService.removeFailedLaunches',
  showResponse: 'simulationService.showResponse',
  editRequestBody: 'simulationService.editRequestBody',
  compareLaunch: 'simulationService.compareLaunch',
  saveLaunchAsTask: 'simulationService.saveLaunchAsTask',
  resumeStudy: 'simulationService.resumeStudy',
  stopStudy: 'simulationService.stopStudy',
  tryFailedAgain: 'simulationService.tryFailedAgain',
  resolveStudy: 'simulationService.resolveStudy',
  exportStudy: 'simulationService.exportStudy',
  filterLaunches: 'simulationService.filterLaunches',
  changeLaunchFilter: 'simulationService.changeLaunchFilter',
  clearLaunchFilter: 'simulationService.clearLaunchFilter',
} as const;

export type CommandId = (typeof commands)[keyof typeof commands];

/** Tools for agents. */
export const tools = {
  listProjects: 'simulation_list_projects',
  listModels: 'simulation_list_models',
  listLaunches: 'simulation_list_launches',
  getLaunch: 'simulation_get_launch',
  checkDeck: 'simulation_check_deck',
  planLaunch: 'simulation_plan_launch',
  startLaunch: 'simulation_start_launch',
} as const;

export type ToolId = (typeof tools)[keyof typeof tools];

export const settings = {
  baseUrl: 'simulationService.baseUrl',
  variant: 'simulationService.variant',
  allowInsecureHttp: 'simulationService.allowInsecureHttp',
  authentication: 'simulationService.authentication',
  apiKeyHeader: 'simulationService.apiKeyHeader',
  parallelFiles: 'simulationService.upload.parallelFiles',
  maxMegabitsPerSecond: 'simulationService.upload.maxMegabitsPerSecond',
  exclude: 'simulationService.upload.exclude',
  deckCheck: 'simulationService.deckCheck',
  deckFormats: 'simulationService.deckCheck.formats',
  finaliseAfterUpload: 'simulationService.finaliseAfterUpload',
  keepLaunches: 'simulationService.launches.keep',
  agentTools: 'simulationService.agentTools',
  studyMaxRows: 'simulationService.study.maxRows',
  studyTypeAbove: 'simulationService.study.typeAbove',
  createProjectBody: 'simulationService.requests.createProject',
  createModelBody: 'simulationService.requests.createModel',
  finaliseModelBody: 'simulationService.requests.finaliseModel',
  createSimulationBody: 'simulationService.requests.createSimulation',
  requestHeaders: 'simulationService.requestHeaders',
  uploadHeaders: 'simulationService.uploadHeaders',
  responses: 'simulationService.responses',
  pathPrefix: 'simulationService.pathPrefix',
  environments: 'simulationService.environments',
  environment: 'simulationService.environment',
  pages: 'simulationService.pages',
} as const;

/** Keys for `when` clauses. */
export const contextKeys = {
  projectsState: 'simulationService.projects.state',
  reusableModelsState: 'simulationService.reusableModels.state',
  reusableModelsOffered: 'simulationService.reusableModelsOffered',
  environmentSelected: 'simulationService.environmentSelected',
  emulatorRunning: 'simulationService.emulatorRunning',
  launchesFiltered: 'simulationService.launchesFiltered',
  // Completed steps of the walkthrough.
  sampleCreated: 'simulationService.sampleCreated',
  simulationCreated: 'simulationService.simulationCreated',
  launchSeen: 'simulationService.launchSeen',
} as const;

/**
 * Words in the context value of a tree item: its kind and its capabilities. Menus match them by word. Those of
 * launches are in launch/launchActions.ts.
 */
export const contextValues = {
  project: 'project',
  reusableModel: 'reusableModel',
  hasId: 'hasId',
  hasPage: 'hasPage',
  failed: 'failed',
  launch: 'launch',
} as const;
