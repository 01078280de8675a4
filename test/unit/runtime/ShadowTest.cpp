//===- ShadowTest.cpp - adjoints that no constructor makes ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "ad/shadow.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <vector>

namespace {

struct Spring { // neither default constructible nor trivially destructible
  double Stiffness, Length;
  const int Id;
  double Ends[2][3];
  Spring *Next;
  Spring(double K, double L, int I) : Stiffness(K), Length(L), Id(I), Next(this) { ++Made; }
  ~Spring() { ++Destroyed; }
  static inline int Made = 0, Destroyed = 0;
};

struct alignas(64) Line {
  float Values[16];
};

TEST(Shadow, IsZeroAndRunsNoConstructor) {
  {
    unsigned char Dirt[1024]; // the stack is not clean to begin with
    for (unsigned char &Byte : Dirt)
      Byte = 0xAB;
    asm volatile("" : : "r"(Dirt) : "memory");
  }
  {
    ad::shadow<Spring> S;
    Spring &Bar = S.value();
    EXPECT_EQ(Bar.Stiffness, 0);
    EXPECT_EQ(Bar.Ends[1][2], 0);
    EXPECT_EQ(Bar.Next, nullptr);
    Bar.Stiffness += 2;
    EXPECT_EQ(S.value().Stiffness, 2);
  }
  EXPECT_EQ(Spring::Made, 0);
  EXPECT_EQ(Spring::Destroyed, 0);
}

struct Series {
  std::vector<double> Values;
  double Scale;
  explicit Series(int N) : Values(N), Scale(1) {}
};

TEST(Shadow, OwnsWhatItsVectorsGot) { // leaks show under the sanitizers
  ad::owning_shadow<Series> S;
  EXPECT_TRUE(S.value().Values.empty());
  S.value().Values.resize(100);
  EXPECT_EQ(S.value().Values[99], 0);
  ad::owning_shadow<Series[2]> Pair;
  Pair.value()[1].Values.push_back(1);
}

TEST(Shadow, IsAligned) {
  ad::shadow<Line> S[3];
  for (auto &Each : S)
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&Each.value()) % 64, 0U);
}

TEST(Shadow, OfArraysAndNumbers) {
  ad::shadow<double[4]> A;
  ad::shadow<double> X;
  for (double Each : A.value())
    EXPECT_EQ(Each, 0);
  X.value() += 1;
  EXPECT_EQ(X.value(), 1);
}

struct Curve {
  double By;
  const double &Rate;
  Curve(const double &Rate, double By) : By(By), Rate(Rate) {}
};

TEST(Shadow, ReferencesAreBound) {
  double Rate = 3, Bar = 0;
  Curve C(Rate, 2);
  ad::shadow<Curve> S;
  ad::bind<sizeof(double)>(S.value(), &Bar);
  const_cast<double &>(S.value().Rate) += C.Rate * C.By;
  EXPECT_EQ(Bar, 6);
  EXPECT_EQ(S.value().By, 0);
  double Other = 5;
  ad::bind<sizeof(double)>(C, &Other);
  EXPECT_EQ(C.Rate, 5);
}

TEST(Shadow, WhatCannotBeAssignedIsReplaced) {
  double A = 1, B = 2;
  Curve C(A, 3), D(B, 4);
  ad::replace(C, D);
  EXPECT_EQ(&C.Rate, &B);
  EXPECT_EQ(C.By, 4);
  ad::replace(C, C);
  EXPECT_EQ(C.By, 4);
  ad::shadow<Curve> S;
  ad::bind<sizeof(double)>(S.value(), &A);
  ad::replace(S.value(), C);
  EXPECT_EQ(&S.value().Rate, &B);
  struct Held {
    const double &X;
    double K;
  };
  std::vector<Held> From{{A, 1}, {B, 2}}, To;
  To.push_back({A, 3});
  ad::replace(To, From);
  ASSERT_EQ(To.size(), 2U);
  EXPECT_EQ(&To[1].X, &B);
  EXPECT_EQ(To[1].K, 2);
}

} // namespace
