import Analysis
import Testing

@Suite struct StatisticsTests {}
